// Python, in a thread of its own: loads Pyodide and the wheels once, then runs one command after the other.

const RUN = `
import contextlib, gc, io, shlex, sys
from importlib.metadata import distribution

commands = {each.name: each for each in distribution("sdy-opt").entry_points if each.name.startswith("sdy-")}

def run(line, file, program):
    """Returns the exit status of a command, what it writes to standard output, and its messages."""
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(program)
    try:
        sys.argv = shlex.split(line)
    except ValueError as error:
        return 2, "", f"error: {error}"
    if not sys.argv or sys.argv[0] not in commands:
        return 2, "", f"error: the command must begin with one of {', '.join(sorted(commands))}"
    status = 0
    with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(io.StringIO()) as messages:
        sys.stdin = io.StringIO()
        try:
            commands[sys.argv[0]].load()()
        except SystemExit as ended:
            status = ended.code
    gc.collect()
    return status, output.getvalue(), messages.getvalue()

run
`;

let run = null;

async function start({ pyodide, wheels }) {
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: pyodide });
  await python.loadPackage(wheels, { messageCallback() {}, checkIntegrity: false });
  run = python.runPython(RUN);
  return { started: true };
}

function execute({ command, file, program }) {
  const before = performance.now();
  const [status, output, messages] = run(command, file, program).toJs();
  return { status, output, messages, seconds: (performance.now() - before) / 1000 };
}

onmessage = async ({ data }) => {
  try {
    postMessage(await (run === null ? start(data) : execute(data)));
  } catch (error) {
    postMessage({ error: error.message.trim().split("\n").at(-1) });
  }
};
