import { readdir, readFile, readlink } from "node:fs/promises";

/** Maximum processes that a look-up reads. */
const MAX_PROCESSES = 5_000;

/** Address of 127.0.0.1 with a port, as `/proc/net/tcp` writes it. */
const loopback = (port: number) => `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;

/** Returns the socket's inode at the other end of a connection; `null` if the table doesn't have it. */
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
		// It has ended, or belongs to another user.
	}
	return false;
}

/** Finds the program at the other end of a connection on 127.0.0.1, where the system says it: on Linux. */
export class Peers {
	#isLooking = false;

	/**
	 * Returns its process id; `null` if the system doesn't say it, or another look-up is under way: a flood of
	 * connections must not cost more than one.
	 */
	async find(port: number | undefined, ownPort: number): Promise<number | null> {
		if (process.platform !== "linux" || port === undefined || this.#isLooking) return null;
		this.#isLooking = true;
		try {
			const inode = peerInode(await readFile("/proc/net/tcp", "utf8"), port, ownPort);
			if (inode === null) return null;
			const pids = (await readdir("/proc")).filter((name) => /^[1-9][0-9]*$/.test(name));
			// The newest first: it is a program that was just started.
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
