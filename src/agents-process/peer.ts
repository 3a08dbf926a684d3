import { readdir, readFile, readlink } from "node:fs/promises";

/** Maximum number of processes that a lookup scans. */
const MAX_PROCESSES = 5_000;

/** Formats 127.0.0.1 and a port as in `/proc/net/tcp`. */
const loopback = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns the inode of the peer's socket. `null` if the table doesn't list it. */
export function peerInode(table: string, port: number, ownPort: number): string | null {
	for (const line of table.split("\n")) {
		const [, local, remote, , , , , , , inode] = line.trim().split(/\s+/);
		if (local === loopback(port) && remote === loopback(ownPort) && inode !== undefined && inode !== "0")
			return inode;
	}
	return null;
}

async function holds(pid: string, inode: string): Promise<boolean> {
	try {
		for (const fd of await readdir(`/proc/${pid}/fd`))
			if ((await readlink(`/proc/${pid}/fd/${fd}`)) === `socket:[${inode}]`) return true;
	} catch {
		// The process has exited or belongs to another user.
	}
	return false;
}

/** Finds the program at the other end of a connection to 127.0.0.1. Works on Linux only. */
export class Peers {
	#isLooking = false;

	/**
	 * Returns the process id. `null` if the system doesn't reveal it, or another lookup is running: a flood
	 * of connections must not start more than one.
	 */
	async find(port: number | undefined, ownPort: number): Promise<number | null> {
		if (process.platform !== "linux" || port === undefined || this.#isLooking) return null;
		this.#isLooking = true;
		try {
			const inode = peerInode(await readFile("/proc/net/tcp", "utf8"), port, ownPort);
			if (inode === null) return null;
			const pids = (await readdir("/proc")).filter((name) => /^[1-9][0-9]*$/.test(name));
			// The newest process is the likeliest, because the user just started the program.
			for (const pid of pids
				.map(Number)
				.sort((one, other) => other - one)
				.slice(0, MAX_PROCESSES))
				if (await holds(String(pid), inode)) return pid;
			return null;
		} catch {
			return null;
		} finally {
			this.#isLooking = false;
		}
	}
}
