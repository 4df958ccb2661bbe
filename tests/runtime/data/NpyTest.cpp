#include "rocke/runtime/Npy.h"
#include "../TestSupport.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fstream>
#include <iterator>

using namespace rocke::runtime;
using namespace rocke::test;

namespace {

/// A directory that goes when the test does.
class TempDir {
public:
  TempDir() { REQUIRE_FALSE(llvm::sys::fs::createUniqueDirectory("rocke-npy", path)); }
  ~TempDir() { (void)llvm::sys::fs::remove_directories(path); }
  TempDir(const TempDir &) = delete;
  TempDir &operator=(const TempDir &) = delete;

  std::string file(llvm::StringRef name) const {
    llvm::SmallString<128> full(path);
    llvm::sys::path::append(full, name);
    return full.str().str();
  }

private:
  llvm::SmallString<128> path;
};

void writeBytes(const std::string &path, const std::string &bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string readBytes(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A file of the version and header given, and of `dataBytes` bytes of data.
std::string npyFile(const std::string &header, size_t dataBytes, int major = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(major);
  bytes += '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>(header.size() >> (8 * i));
  return bytes + header + std::string(dataBytes, '\1');
}

llvm::ArrayRef<uint8_t> bytesOf(const std::string &text) {
  return {reinterpret_cast<const uint8_t *>(text.data()), text.size()};
}

llvm::Expected<NpyArray> parse(const std::string &bytes) {
  return parseNpy(bytesOf(bytes), "t.npy");
}

} // namespace

TEST_CASE("arrays of every type and rank survive the file") {
  const TempDir dir;
  const std::string path = dir.file("a.npy");
  for (NpyType type :
       {NpyType::F16, NpyType::F32, NpyType::F64, NpyType::I32, NpyType::U16, NpyType::I64})
    for (const std::vector<int64_t> &shape :
         {std::vector<int64_t>{}, {5}, {2, 3}, {1, 4, 1, 2}, {3, 0, 2}}) {
      NpyArray array = take(makeNpyArray(type, shape));
      for (size_t i = 0; i < array.data.size(); ++i)
        array.data[i] = static_cast<uint8_t>(i * 37 + 1);
      succeed(writeNpy(path, array));
      const NpyArray back = take(readNpy(path));
      CHECK(back.type == type);
      CHECK(back.shape == shape);
      CHECK(back.data == array.data);
    }
}

TEST_CASE("files are written as NumPy writes them") {
  // The bytes of numpy.save(f, numpy.array([[1, 2, 3]], dtype=numpy.int32)).
  NpyArray array = take(makeNpyArray(NpyType::I32, {1, 3}));
  for (int i = 0; i < 3; ++i)
    array.data[4 * i] = static_cast<uint8_t>(i + 1);
  std::string expected = std::string("\x93NUMPY\x01\x00\x76\x00", 10) +
                         "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 3), }";
  expected += std::string(127 - expected.size(), ' ') + '\n';
  expected += std::string("\1\0\0\0\2\0\0\0\3\0\0\0", 12);
  CHECK(serializeNpy(array) == expected);
  CHECK(serializeNpy(take(makeNpyArray(NpyType::F16, {7}))).find("'shape': (7,), }") !=
        std::string::npos);
}

TEST_CASE("what other writers write is read") {
  const NpyArray v2 =
      take(parse(npyFile("{'descr': '<f2', 'fortran_order': False, 'shape': (2, 2), }  \n", 8, 2)));
  CHECK(v2.shape == std::vector<int64_t>{2, 2});
  CHECK(v2.type == NpyType::F16);
  // Other orders, quotes, spacing, no comma at the end, Python 2's long integers.
  const NpyArray odd =
      take(parse(npyFile("{\"shape\":(2L,),\"descr\":\"<i8\",\"fortran_order\":False}", 16)));
  CHECK(odd.shape == std::vector<int64_t>{2});
  CHECK(take(parse(npyFile("{'descr': '<u2', 'fortran_order': False, 'shape': (), }\n", 2)))
            .elementCount() == 1);
}

TEST_CASE("each kind of bad file has its message") {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n";
  auto dict = [](const std::string &descr, const std::string &order, const std::string &shape) {
    return npyFile(
        "{'descr': " + descr + ", 'fortran_order': " + order + ", 'shape': " + shape + ", }\n", 8);
  };
  const std::string start = "cannot read 't.npy': ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "it is not a .npy file: it does not start with \\x93NUMPY"},
      {"PK\x03\x04 a zip archive", "it is not a .npy file: it does not start with \\x93NUMPY"},
      {"\x93NUMPY", "it ends inside its format version"},
      {npyFile(good, 8, 3), "its format version is 3.0; 1.0 and 2.0 are supported"},
      {std::string("\x93NUMPY\1\0\x76", 9), "it ends inside its header"},
      {std::string("\x93NUMPY\1\0\x76\0{", 11), "it ends inside its header"},
      {std::string("\x93NUMPY\2\0\xff\xff\xff\xff", 12),
       "its header claims 4294967295 bytes; at most 1048576 are read"},
      {npyFile(good, 7), "its data is truncated: f32 of shape 2 takes 8 bytes, the file has 7"},
      {npyFile(good, 9), "it goes on after its data: f32 of shape 2 takes 8 bytes"},
      {npyFile("[1]\n", 0), "its header is malformed: a dictionary was expected, at '[1]?'"},
      {npyFile("{'descr': '<f4', 'shape': (2,)}", 8),
       "its header is malformed: the key 'fortran_order' is missing"},
      {npyFile("{'descr': '<f4', 'descr': '<f4'}", 8),
       "its header is malformed: the key 'descr' comes twice"},
      {npyFile("{'dtype': '<f4'}", 8), "its header is malformed: unknown key 'dtype', the keys are "
                                       "descr, fortran_order and shape"},
      {npyFile("{'descr': '<f4", 8), "its header is malformed: a string without its end, at '<f4'"},
      {npyFile("{'descr' '<f4'}", 8),
       "its header is malformed: a colon was expected after a key, at ''<f4'}'"},
      {npyFile(good + "x", 8), "its header is malformed: text after the dictionary, at '?x'"},
      {npyFile("{'descr': '<f4', 'fortran_order': False, 'shape': (2,),", 8),
       "its header is malformed: a string was expected, at ''"},
      {dict("'>f4'", "False", "(2,)"),
       "its elements ('>f4') are big-endian; save it little-endian"},
      {dict("'<c8'", "False", "(1,)"),
       "its element type '<c8' is not supported; it must be one of float16, float32, float64, "
       "int32, int64, uint16 (bf16 as raw bits)"},
      {dict("'|O'", "False", "(1,)"), "its element type '|O' is not supported; it must be one of "
                                      "float16, float32, float64, int32, "
                                      "int64, uint16 (bf16 as raw bits)"},
      {dict("[('x', '<f4')]", "False", "(2,)"),
       "its elements are records; it must be a plain array of one number each"},
      {dict("'<f4'", "True", "(2, 1)"),
       "it is in Fortran order; save it in C order (numpy.ascontiguousarray)"},
      {dict("'<f4'", "0", "(2,)"), "its header is malformed: True or False was expected, at '0, "
                                   "'shape': (2,), }?'"},
      {dict("'<f4'", "False", "(-2,)"), "its shape has a negative dimension, at '-2,), }?'"},
      {dict("'<f4'", "False", "(99999999999999999999,)"),
       "its shape has a dimension that does not fit 64 bits: 99999999999999999999"},
      {dict("'<f4'", "False", "(4611686018427387904, 4)"),
       "its shape is too large: its size in bytes does not fit 63 bits"},
      {dict("'<f4'", "False", "(2)"),
       "its header is malformed: a shape of one dimension is written "
       "with a comma, as in (4,), at ', }?'"},
      {dict("'<f4'", "False", "[2]"),
       "its header is malformed: the shape must be a tuple, at '[2], }?'"},
      {dict("'<f4'", "False", "(2,,)"),
       "its header is malformed: a dimension was expected, at ',), }?'"},
      {dict("'<f4'", "False",
            "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)"),
       "its shape has more than 32 dimensions"},
      // A claim of 16 TiB costs no memory.
      {dict("'<f4'", "False", "(4398046511104,)"),
       "its data is truncated: f32 of shape 4398046511104 takes 17592186044416 bytes, the file has "
       "8"},
  };
  for (const auto &[bytes, message] : cases)
    CHECK(messageOf(parse(bytes)) == start + message);
}

TEST_CASE("every prefix of a file and every changed byte of its header is refused or read") {
  NpyArray array = take(makeNpyArray(NpyType::F16, {2, 3}));
  const std::string bytes = serializeNpy(array);
  for (size_t length = 0; length < bytes.size(); ++length)
    CHECK_FALSE(messageOf(parse(bytes.substr(0, length))).empty());
  const size_t headerEnd = bytes.size() - array.data.size();
  for (size_t i = 0; i < headerEnd; ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ (1 << bit));
      llvm::Expected<NpyArray> result = parse(changed);
      if (!result)
        llvm::consumeError(result.takeError());
      else
        CHECK(result->data.size() == result->elementCount() * byteSize(result->type));
    }
}

TEST_CASE("unreadable files are named") {
  const TempDir dir;
  CHECK(messageOf(readNpy(dir.file("none.npy"))) ==
        "cannot read '" + dir.file("none.npy") + "': No such file or directory");
  CHECK_THAT(messageOf(readNpy(dir.file(""))), Catch::Contains("Is a directory"));
  CHECK_THAT(messageOf(readNpy("/dev/zero")), Catch::Contains("it is not a .npy file"));
}

TEST_CASE("a failed write leaves nothing behind and nothing changed") {
  const TempDir dir;
  NpyArray array = take(makeNpyArray(NpyType::F16, {2}));
  CHECK_THAT(messageOf(writeNpy(dir.file("no/such/a.npy"), array)),
             Catch::Contains(dir.file("no/such/a.npy")));
  succeed(writeNpy(dir.file("a.npy"), array));
  const std::string before = readBytes(dir.file("a.npy"));
  CHECK(before == serializeNpy(array));
  // Overwriting is whole as well.
  array = take(makeNpyArray(NpyType::F64, {100}));
  succeed(writeNpy(dir.file("a.npy"), array));
  CHECK(readBytes(dir.file("a.npy")) == serializeNpy(array));
  std::error_code error;
  int files = 0;
  for (llvm::sys::fs::directory_iterator it(dir.file(""), error), end; it != end && !error;
       it.increment(error))
    ++files;
  CHECK(files == 1);
  writeBytes(dir.file("b.npy"), "not an array");
  CHECK_THAT(messageOf(readNpy(dir.file("b.npy"))), Catch::Contains("b.npy"));
}

TEST_CASE("impossible arrays are refused") {
  CHECK_THAT(messageOf(makeNpyArray(NpyType::F32, {2, -1})),
             Catch::Contains("negative dimension: -1"));
  CHECK_THAT(messageOf(makeNpyArray(NpyType::F32, {int64_t{1} << 40, int64_t{1} << 40})),
             Catch::Contains("too large"));
  CHECK_THAT(messageOf(makeNpyArray(NpyType::F32, {int64_t{1} << 58})),
             Catch::Contains("no memory"));
}

TEST_CASE("names of element types") {
  for (NpyType type :
       {NpyType::F16, NpyType::F32, NpyType::F64, NpyType::I32, NpyType::U16, NpyType::I64})
    CHECK(take(parseNpyType(toString(type))) == type);
  CHECK(take(parseNpyType("bf16")) == NpyType::U16);
  CHECK(messageOf(parseNpyType("f8")) ==
        "unknown element type 'f8': it is one of f16, f32, f64, i32, u16, i64, bf16");
}
