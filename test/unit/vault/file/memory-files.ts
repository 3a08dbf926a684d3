import type { OpenFile, VaultFiles } from "../../../../src/vault/file/files.ts";

/** A disk in memory. Each call can fail, or be the last one before the process is killed. */

function diskError(code: string): Error {
	return Object.assign(new Error(`${code}: made by the test`), { code });
}

/** A fault at a call, counted from 1. `crash` writes half of the data, and nothing afterwards. */
export interface Fault {
	readonly at: number;
	readonly kind: "crash" | { readonly code: string; readonly forever?: boolean };
}

export class MemoryFiles implements VaultFiles {
	readonly contents: Map<string, Uint8Array>;
	/** Calls since the fault was set, including `remove` and `read`. */
	calls: string[] = [];
	#fault: Fault | null = null;

	constructor(contents: ReadonlyMap<string, Uint8Array> = new Map()) {
		this.contents = new Map(contents);
	}

	/** Sets the fault, and starts counting calls again. */
	breakAt(fault: Fault | null): void {
		this.#fault = fault;
		this.calls = [];
	}

	#step(name: string, half: () => void = () => {}): void {
		this.calls.push(name);
		const fault = this.#fault;
		if (fault === null || this.calls.length < fault.at) return;
		if (fault.kind === "crash") {
			if (this.calls.length === fault.at) half();
			throw new Error("killed");
		}
		if (this.calls.length === fault.at || fault.kind.forever === true) throw diskError(fault.kind.code);
	}

	read(path: string): Uint8Array | null {
		this.#step("read");
		return this.contents.get(path)?.slice() ?? null;
	}

	create(path: string): OpenFile {
		this.#step("create");
		if (this.contents.has(path)) throw diskError("EEXIST");
		this.contents.set(path, new Uint8Array());
		const append = (bytes: Uint8Array) =>
			this.contents.set(path, Buffer.concat([this.contents.get(path) ?? new Uint8Array(), bytes]));
		return {
			write: (bytes) => {
				this.#step("write", () => append(bytes.subarray(0, bytes.length >> 1)));
				append(bytes);
			},
			sync: () => this.#step("sync"),
			close: () => this.#step("close"),
		};
	}

	rename(from: string, to: string): void {
		this.#step("rename");
		const bytes = this.contents.get(from);
		if (bytes === undefined) throw diskError("ENOENT");
		this.contents.delete(from);
		this.contents.set(to, bytes);
	}

	remove(path: string): void {
		this.#step("remove");
		this.contents.delete(path);
	}

	syncDir(): void {
		this.#step("syncDir");
	}
}
