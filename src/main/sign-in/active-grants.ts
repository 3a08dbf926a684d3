import { message, type Text } from "../../core/localized-text.ts";
import type { Ports, SealedTokens } from "../ports.ts";
import type { AuthClient } from "./auth-client.ts";
import { Grants, type SaveReason } from "./grants.ts";
import { isNothing, readSealed, type SealedSignIn, writeSealed } from "./sealed-sign-in.ts";
import { BY_KEYCHAIN, BY_VAULT, LOCKED, openSecret, type SealVault, sealSecret } from "./secret-sealing.ts";

const NO_TOKEN = message("identity.token.none");
const NOT_WRITTEN = message("identity.token.not-written");
const UNREAD = message("identity.token.unreadable");

export class ActiveGrants {
	readonly id: string;
	readonly grants: Grants;
	readonly #options;
	#state: "unread" | "open" | "locked" | "unreadable" = "unread";
	#text: Text = NO_TOKEN;
	#unsaved = false;
	#opening: Promise<void> | null = null;
	#writing: Promise<void> = Promise.resolve();

	constructor(
		id: string,
		options: {
			readonly ports: Pick<Ports, "clock" | "keychain" | "log">;
			readonly vault: SealVault;
			readonly client: () => AuthClient;
			readonly stored: () => SealedTokens | undefined;
			readonly put: (sealed: SealedTokens | null) => void;
			readonly onChange: () => void;
		},
	) {
		this.id = id;
		this.#options = options;
		const { clock, log } = options.ports;
		this.grants = new Grants({
			clock,
			client: options.client,
			keep: (kept, why) => this.#keep(kept, why),
			closed: () => (this.#state === "locked" ? LOCKED : null),
			onChange: options.onChange,
			log,
		});
	}

	state(): "unread" | "open" | "locked" | "unreadable" {
		return this.#state;
	}

	text(): Text {
		return this.#text;
	}

	unsaved(): boolean {
		return this.#unsaved;
	}

	/** Never rejects. State that can't be decrypted is kept. */
	open(): Promise<void> {
		if (this.#state === "open") return Promise.resolve();
		this.#opening ??= this.#read().finally(() => {
			this.#opening = null;
		});
		return this.#opening;
	}

	settled(): Promise<void> {
		return this.#writing;
	}

	#keep(kept: SealedSignIn, why: SaveReason): Promise<void> {
		this.#state = "open";
		this.#writing = this.#writing
			.then(() => this.#write(kept, why))
			.catch((cause: unknown) => {
				const name = cause instanceof Error ? cause.name : "unknown";
				this.#options.ports.log(`sign-in: it could not be kept: ${name}`);
				this.#text = NOT_WRITTEN;
				this.#unsaved = true;
			});
		return this.#writing;
	}

	async #write(kept: SealedSignIn, why: SaveReason): Promise<void> {
		const { ports, vault, put } = this.#options;
		if (isNothing(kept)) {
			put(null);
			this.#text = NO_TOKEN;
			this.#unsaved = false;
			return;
		}
		const sealing = await sealSecret(ports.keychain, vault, writeSealed(kept), ports.log);
		// After a renewal that can't be encrypted, the older state stays: its other grants are still valid.
		if (sealing.sealed !== null || why === "changed") put(sealing.sealed);
		this.#text = sealing.text;
		this.#unsaved = sealing.sealed === null;
	}

	async #read(): Promise<void> {
		const { ports, vault } = this.#options;
		const sealed = this.#options.stored();
		const opened = sealed === undefined ? null : await openSecret(ports.keychain, vault, sealed, ports.log);
		// The user signed in or pasted a token meanwhile.
		if (this.#state === "open") return;
		if (sealed === undefined || opened === null) {
			this.#state = "open";
			return;
		}
		const kept = opened.kind === "open" ? readSealed(opened.secret) : null;
		if (kept !== null) {
			this.#state = "open";
			this.#text = sealed.by === "keychain" ? BY_KEYCHAIN : BY_VAULT;
			this.grants.load(kept);
			return;
		}
		this.#state = opened.kind === "locked" ? "locked" : "unreadable";
		this.#text = opened.kind === "locked" ? LOCKED : opened.kind === "unreadable" ? opened.text : UNREAD;
	}
}
