//===- Assembler.cpp - LLVM's assembler for one GPU ------------------------===//
#include "Assembler.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

namespace rocke::sim {

namespace {
// Keeps the encoding of each instruction by its line.
class LineStreamer : public llvm::MCStreamer {
public:
  LineStreamer(llvm::MCContext &context, const llvm::SourceMgr &sources, const Encoder &encoder,
               std::vector<AssembledLine> &lines)
      : MCStreamer(context), sources(sources), encoder(encoder), lines(lines) {}

  void emitInstruction(const llvm::MCInst &inst, const llvm::MCSubtargetInfo &) override {
    const unsigned line = sources.getLineAndColumn(inst.getLoc()).first;
    lines[line - 1].encoding = encoder.encode(inst);
  }
  bool emitSymbolAttribute(llvm::MCSymbol *, llvm::MCSymbolAttr) override { return true; }
  void emitCommonSymbol(llvm::MCSymbol *, uint64_t, llvm::Align) override {}

private:
  const llvm::SourceMgr &sources;
  const Encoder &encoder;
  std::vector<AssembledLine> &lines;
};
} // namespace

std::vector<AssembledLine> assemble(const McTarget &tables, const Encoder &encoder,
                                    llvm::ArrayRef<std::string> lines) {
  std::vector<AssembledLine> result(lines.size());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(llvm::join(lines, "\n") + "\n", "lines"), llvm::SMLoc());
  sources.setDiagHandler(
      [](const llvm::SMDiagnostic &diagnostic, void *into) {
        auto &lines = *static_cast<std::vector<AssembledLine> *>(into);
        const int line = diagnostic.getLineNo();
        if (diagnostic.getKind() == llvm::SourceMgr::DK_Error && line > 0)
          lines[line - 1].error = diagnostic.getMessage();
      },
      &result);
  llvm::MCContext context(tables.triple, tables.asmInfo.get(), tables.registers.get(),
                          tables.subtarget.get(), &sources);
  std::unique_ptr<llvm::MCObjectFileInfo> objectFile(
      tables.target->createMCObjectFileInfo(context, /*PIC=*/true));
  context.setObjectFileInfo(objectFile.get());
  LineStreamer streamer(context, sources, encoder, result);
  tables.target->createNullTargetStreamer(streamer); // the streamer owns it
  std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, streamer, *tables.asmInfo));
  std::unique_ptr<llvm::MCTargetAsmParser> lineParser(tables.target->createMCAsmParser(
      *tables.subtarget, *parser, *tables.instructions, tables.options));
  parser->setTargetParser(*lineParser);
  parser->Run(/*NoInitialTextSection=*/false);
  return result;
}

} // namespace rocke::sim
