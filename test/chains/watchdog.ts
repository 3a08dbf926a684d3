import { spawn } from "node:child_process";
import { rmSync } from "node:fs";

/**
 * Runs the command in its arguments and ends it when stdin closes. The parent process holds the other end of
 * the pipe, which the kernel closes when the parent ends in any way, including SIGKILL. This way no chain
 * stays behind. Removes the folder in the first argument at the end.
 */
const [folder, command, ...args] = process.argv.slice(2);
if (folder === undefined || command === undefined)
	throw new Error("watchdog: name a folder of the command's own and a command to run");

function finish(code: number): never {
	rmSync(String(folder), { recursive: true, force: true });
	process.exit(code);
}

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

function end() {
	child.kill("SIGKILL");
}

child.once("error", (error) => {
	process.stderr.write(`${error.message}\n`);
	finish(127);
});
child.once("exit", (code) => finish(code ?? 0));
process.once("SIGTERM", end);
process.once("SIGINT", end);
// A terminal's Ctrl-C reaches the whole group. Writing to stdout may fail once the parent has ended.
process.stdout.on("error", end);
process.stdin.once("end", end).once("error", end).resume();
