import { spawn } from "node:child_process";

/**
 * Runs the command in its arguments and ends it when stdin closes. The pipe of stdin is held by whoever started
 * this process, and the kernel closes it however that one ends, SIGKILL included; so no chain is left behind.
 */
const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error("watchdog: name a command to run");

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

function end() {
	child.kill("SIGKILL");
}

child.once("error", (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(127);
});
child.once("exit", (code) => process.exit(code ?? 0));
process.once("SIGTERM", end);
process.once("SIGINT", end);
// A terminal's ctrl-C reaches the whole group; stdout may be gone when the parent is.
process.stdout.on("error", end);
process.stdin.once("end", end).once("error", end).resume();
