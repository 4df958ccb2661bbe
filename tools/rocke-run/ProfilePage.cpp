//===- ProfilePage.cpp - A profile as an HTML page ------------------------===//
#include "Counters.h"
#include "ProfileReport.h"
#include "rocke/compiler/FileIO.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

using namespace rocke;
using namespace rocke::tools;

namespace {

constexpr uint32_t linesAround =
    3; // of source, before the first and after the last line that counts

constexpr const char *style = R"(
body { margin: 0; font: 13px monospace; color: #222; }
h1, h2 { font: bold 15px sans-serif; margin: 8px; }
main { display: grid; grid-template-columns: 1fr 1fr; height: 70vh; }
section { overflow: auto; border-top: 1px solid #aaa; }
section + section { border-left: 1px solid #aaa; }
table { border-collapse: collapse; margin: 0 8px; }
td, th { padding: 0 8px; white-space: pre; text-align: right; }
td:last-child, th:last-child { text-align: left; }
tr:target { background: #fd8; }
tr.idle { color: #999; }
a { color: inherit; }
)";

std::string escaped(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::printHTMLEscaped(text, os);
  return result;
}

/// The lines of a source file by number from 1; none if it is not there.
std::vector<std::string> sourceLines(const std::string &file) {
  llvm::Expected<std::string> text = readFile(file);
  if (!text) {
    // The page has the line numbers all the same.
    llvm::consumeError(text.takeError());
    return {};
  }
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(*text).split(lines, '\n');
  std::vector<std::string> result;
  for (llvm::StringRef line : lines)
    result.push_back(line.rtrim('\r').str());
  return result;
}

using LinesOfFile = std::map<uint32_t, LineProfile>;

/// Anchors say the number of the file, since a path may hold anything.
using FileNumbers = std::map<std::string, size_t>;

void writeFile(llvm::raw_ostream &os, const std::string &file, size_t number,
               const LinesOfFile &lines) {
  os << "<h2>" << (file.empty() ? "(no line)" : escaped(file)) << "</h2>\n<table>\n"
     << "<tr><th>executions</th><th>line</th><th></th></tr>\n";
  const std::vector<std::string> text =
      file.empty() ? std::vector<std::string>() : sourceLines(file);
  // Line 0 is DWARF's for code that no line stands for; and it may name lines that are not there.
  std::set<uint64_t> shown;
  if (auto first = lines.lower_bound(1); first != lines.end()) {
    const uint64_t last =
        std::min<uint64_t>(uint64_t{lines.rbegin()->first} + linesAround, text.size());
    for (uint64_t line = std::max(first->first, linesAround + 1) - linesAround; line <= last;
         ++line)
      shown.insert(line);
  }
  for (const auto &[line, profile] : lines)
    shown.insert(line);
  for (uint64_t line : shown) {
    auto counted = lines.find(static_cast<uint32_t>(line));
    const bool isThere = line >= 1 && line <= text.size();
    os << fmt::format("<tr id=\"s{}-{}\"{}><td>{}</td><td>{}</td><td>{}</td></tr>\n", number, line,
                      counted == lines.end() ? " class=\"idle\"" : "",
                      counted == lines.end() ? "" : std::to_string(counted->second.sum.executions),
                      line, isThere ? escaped(text[line - 1]) : "");
  }
  os << "</table>\n";
}

} // namespace

std::string tools::profilePage(llvm::StringRef symbol, llvm::StringRef arch,
                               const sim::LaunchStats &stats) {
  std::map<std::string, LinesOfFile> files;
  for (LineProfile &line : profileByLine(stats)) {
    const std::string file = line.file;
    files[file].emplace(line.line, std::move(line));
  }
  FileNumbers numbers;
  for (const auto &[file, lines] : files)
    numbers.emplace(file, numbers.size());

  std::string page;
  llvm::raw_string_ostream os(page);
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>"
     << escaped(symbol) << "</title>\n<style>" << style << "</style>\n</head>\n<body>\n<h1>"
     << escaped(symbol) << " on " << escaped(arch) << "</h1>\n<main>\n<section>\n";
  for (const auto &[file, lines] : files)
    writeFile(os, file, numbers.at(file), lines);
  os << "</section>\n<section>\n<h2>Instructions</h2>\n<table>\n<tr><th>executions</th>"
     << "<th>global bytes</th><th>lines</th><th>LDS bytes</th><th>conflicts</th><th>offset</th>"
     << "<th>source</th><th>instruction</th></tr>\n";
  for (const sim::InstProfile &inst : stats.profile) {
    std::string source;
    if (auto number = numbers.find(inst.sourceFile);
        number != numbers.end() && files.at(inst.sourceFile).contains(inst.sourceLine))
      source = fmt::format("<a href=\"#s{}-{}\">{}</a>", number->second, inst.sourceLine,
                           inst.sourceLine);
    os << fmt::format("<tr id=\"i{:x}\"{}><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>"
                      "<td>{:x}</td><td>{}</td><td>{}</td></tr>\n",
                      inst.offset, inst.executions ? "" : " class=\"idle\"", inst.executions,
                      inst.globalBytes, inst.globalLines, inst.ldsBytes, inst.ldsConflictCycles,
                      inst.offset, source, escaped(inst.text));
  }
  os << "</table>\n</section>\n</main>\n<h2>Counters</h2>\n<table>\n";
  for (const Counter &counter : countersOf(stats))
    os << fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", counter.name, counter.value);
  os << "</table>\n</body>\n</html>\n";
  return page;
}
