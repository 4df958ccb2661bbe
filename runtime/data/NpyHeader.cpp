#include "NpyHeader.h"
#include "rocke/ir/Error.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

namespace rocke::runtime {

namespace {

constexpr NpyType allTypes[] = {NpyType::F16, NpyType::F32, NpyType::F64,
                                NpyType::I32, NpyType::U16, NpyType::I64};

/// NumPy's spelling without the byte order.
llvm::StringRef descrOf(NpyType type) {
  switch (type) {
  case NpyType::F16:
    return "f2";
  case NpyType::F32:
    return "f4";
  case NpyType::F64:
    return "f8";
  case NpyType::I32:
    return "i4";
  case NpyType::U16:
    return "u2";
  case NpyType::I64:
    return "i8";
  }
  llvm_unreachable("an NpyType outside its enumeration");
}

/// A string from a file, made fit for a message: short and printable.
std::string shown(llvm::StringRef text) {
  constexpr size_t limit = 40;
  std::string result;
  for (char c : text.take_front(limit))
    result += llvm::isPrint(c) ? c : '?';
  return text.size() > limit ? result + "..." : result;
}

llvm::Expected<NpyType> parseDescr(llvm::StringRef descr) {
  if (descr.starts_with(">"))
    return makeError("its elements ('{}') are big-endian; save it little-endian", shown(descr));
  llvm::StringRef base = descr;
  if (!base.consume_front("<"))
    base.consume_front("=");
  for (NpyType type : allTypes)
    if (base == descrOf(type))
      return type;
  return makeError("its element type '{}' is not supported; it must be one of float16, float32, "
                   "float64, int32, int64, uint16 (bf16 as raw bits)",
                   shown(descr));
}

/// Reads the literals that a header is made of, from front to back.
class HeaderParser {
public:
  explicit HeaderParser(llvm::StringRef text) : rest(text) {}

  llvm::Expected<NpyHeader> parse();

private:
  bool consume(char c) {
    rest = rest.ltrim(" \t\n\r");
    return rest.consume_front(llvm::StringRef(&c, 1));
  }
  llvm::Error expect(char c, const char *where) {
    if (consume(c))
      return llvm::Error::success();
    return malformed(where);
  }
  llvm::Error malformed(const char *what) const {
    return makeError("its header is malformed: {}, at '{}'", what, shown(rest));
  }

  llvm::Expected<llvm::StringRef> string();
  llvm::Expected<bool> boolean();
  llvm::Expected<int64_t> dimension();
  llvm::Expected<std::vector<int64_t>> tuple();
  llvm::Error entry(llvm::StringRef key);

  llvm::StringRef rest;
  std::optional<NpyType> type;
  std::optional<bool> fortranOrder;
  std::optional<std::vector<int64_t>> shape;
};

llvm::Expected<llvm::StringRef> HeaderParser::string() {
  for (char quote : {'\'', '"'}) {
    if (!consume(quote))
      continue;
    const size_t end = rest.find(quote);
    if (end == llvm::StringRef::npos)
      return malformed("a string without its end");
    llvm::StringRef text = rest.take_front(end);
    rest = rest.drop_front(end + 1);
    return text;
  }
  return malformed("a string was expected");
}

llvm::Expected<bool> HeaderParser::boolean() {
  rest = rest.ltrim(" \t\n\r");
  if (rest.consume_front("True"))
    return true;
  if (rest.consume_front("False"))
    return false;
  return malformed("True or False was expected");
}

llvm::Expected<int64_t> HeaderParser::dimension() {
  rest = rest.ltrim(" \t\n\r");
  if (rest.starts_with("-"))
    return makeError("its shape has a negative dimension, at '{}'", shown(rest));
  llvm::StringRef digits = rest.take_while(llvm::isDigit);
  if (digits.empty())
    return malformed("a dimension was expected");
  int64_t value;
  if (digits.getAsInteger(10, value))
    return makeError("its shape has a dimension that does not fit 64 bits: {}", shown(digits));
  rest = rest.drop_front(digits.size());
  rest.consume_front("L"); // Python 2 wrote long integers so.
  return value;
}

llvm::Expected<std::vector<int64_t>> HeaderParser::tuple() {
  if (llvm::Error error = expect('(', "the shape must be a tuple"))
    return error;
  constexpr size_t maxRank = 32; // NumPy's own limit until 2.0
  std::vector<int64_t> dims;
  while (!consume(')')) {
    if (dims.size() == maxRank)
      return makeError("its shape has more than {} dimensions", maxRank);
    llvm::Expected<int64_t> dim = dimension();
    if (!dim)
      return dim.takeError();
    dims.push_back(*dim);
    if (consume(','))
      continue;
    if (llvm::Error error = expect(')', "the shape's tuple has no end"))
      return error;
    if (dims.size() == 1)
      return malformed("a shape of one dimension is written with a comma, as in (4,)");
    break;
  }
  return dims;
}

llvm::Error HeaderParser::entry(llvm::StringRef key) {
  if (key == "descr") {
    if (type)
      return makeError("its header is malformed: the key 'descr' comes twice");
    if (consume('['))
      return makeError("its elements are records; it must be a plain array of one number each");
    llvm::Expected<llvm::StringRef> descr = string();
    if (!descr)
      return descr.takeError();
    return parseDescr(*descr).moveInto(type);
  }
  if (key == "fortran_order") {
    if (fortranOrder)
      return makeError("its header is malformed: the key 'fortran_order' comes twice");
    return boolean().moveInto(fortranOrder);
  }
  if (key == "shape") {
    if (shape)
      return makeError("its header is malformed: the key 'shape' comes twice");
    return tuple().moveInto(shape);
  }
  return makeError("its header is malformed: unknown key '{}', the keys are descr, fortran_order "
                   "and shape",
                   shown(key));
}

llvm::Expected<NpyHeader> HeaderParser::parse() {
  if (llvm::Error error = expect('{', "a dictionary was expected"))
    return error;
  while (!consume('}')) {
    llvm::Expected<llvm::StringRef> key = string();
    if (!key)
      return key.takeError();
    if (llvm::Error error = expect(':', "a colon was expected after a key"))
      return error;
    if (llvm::Error error = entry(*key))
      return error;
    if (consume(','))
      continue;
    if (llvm::Error error = expect('}', "the dictionary has no end"))
      return error;
    break;
  }
  if (!rest.trim(llvm::StringRef(" \t\n\r\0", 5)).empty())
    return malformed("text after the dictionary");
  if (!type || !fortranOrder || !shape)
    return makeError("its header is malformed: the key '{}' is missing", !type ? "descr"
                                                                         : !shape
                                                                             ? "shape"
                                                                             : "fortran_order");
  if (*fortranOrder)
    return makeError("it is in Fortran order; save it in C order (numpy.ascontiguousarray)");
  return NpyHeader{*type, std::move(*shape)};
}

} // namespace

llvm::StringRef toString(NpyType type) {
  switch (type) {
  case NpyType::F16:
    return "f16";
  case NpyType::F32:
    return "f32";
  case NpyType::F64:
    return "f64";
  case NpyType::I32:
    return "i32";
  case NpyType::U16:
    return "u16";
  case NpyType::I64:
    return "i64";
  }
  llvm_unreachable("an NpyType outside its enumeration");
}

llvm::Expected<NpyType> parseNpyType(llvm::StringRef text) {
  if (text == "bf16")
    return NpyType::U16;
  for (NpyType type : allTypes)
    if (text == toString(type))
      return type;
  return makeError("unknown element type '{}': it is one of f16, f32, f64, i32, u16, i64, bf16",
                   shown(text));
}

unsigned byteSize(NpyType type) {
  switch (type) {
  case NpyType::F16:
  case NpyType::U16:
    return 2;
  case NpyType::F32:
  case NpyType::I32:
    return 4;
  case NpyType::F64:
  case NpyType::I64:
    return 8;
  }
  llvm_unreachable("an NpyType outside its enumeration");
}

llvm::Expected<uint64_t> npyDataBytes(NpyType type, llvm::ArrayRef<int64_t> shape) {
  int64_t bytes = byteSize(type);
  bool empty = false;
  for (int64_t dim : shape) {
    if (dim < 0)
      return makeError("its shape has a negative dimension: {}", dim);
    empty |= dim == 0;
  }
  if (empty)
    return 0;
  for (int64_t dim : shape)
    if (__builtin_mul_overflow(bytes, dim, &bytes))
      return makeError("its shape is too large: its size in bytes does not fit 63 bits");
  return static_cast<uint64_t>(bytes);
}

llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef text) {
  llvm::Expected<NpyHeader> header = HeaderParser(text).parse();
  if (!header)
    return header.takeError();
  llvm::Expected<uint64_t> bytes = npyDataBytes(header->type, header->shape);
  if (!bytes)
    return bytes.takeError();
  return header;
}

std::string printNpyHeader(NpyType type, llvm::ArrayRef<int64_t> shape) {
  std::string dims;
  for (int64_t dim : shape)
    dims += fmt::format("{}{}", dims.empty() ? "" : ", ", dim);
  if (shape.size() == 1)
    dims += ",";
  return fmt::format("{{'descr': '<{}', 'fortran_order': False, 'shape': ({}), }}",
                     descrOf(type).str(), dims);
}

} // namespace rocke::runtime
