import { message, type Text } from "../../core/message.ts";
import { textOf } from "../../text/index.ts";
import type { Ports, SealedTokens } from "../ports.ts";
import { createAuthClient } from "./auth-client.ts";
import { authOriginOf, findEnvironment } from "./environments.ts";
import { Grants, type SaveReason } from "./grants.ts";
import { isNothing, type KeptSignIn, readKept, writeKept } from "./kept.ts";
import { environmentOf } from "./owner.ts";
import { BY_KEYCHAIN, BY_VAULT, LOCKED, openSecret, type SealVault, sealSecret } from "./secret-sealing.ts";

/** The tokens of each environment, as they are held in memory and kept sealed in the settings. */

interface HeldGrants {
	readonly id: string;
	readonly grants: Grants;
	/** `unread`: what is kept was not looked at yet. */
	state(): "unread" | "open" | "locked" | "unreadable";
	/** How it is kept, for a user. */
	text(): Text;
	/** The latest state is in memory only. */
	unsaved(): boolean;
	/** Opens what is kept, where that was not done. Never rejects; what can't be opened is not deleted. */
	open(): Promise<void>;
	/** Done once everything so far is written. */
	settled(): Promise<void>;
}

export interface EnvironmentTokens {
	/** Of this environment; made where there is none yet. */
	of(environmentId: string): HeldGrants;
	/** Those that were asked for so far. */
	all(): readonly HeldGrants[];
	client(environmentId: string): ReturnType<typeof createAuthClient>;
	isKept(environmentId: string): boolean;
	/** Removes what is kept and held, without telling anybody. */
	remove(environmentId: string): void;
}

const NO_TOKEN = message("identity.token.none");
const NOT_WRITTEN = message("identity.token.not-written");

export function createEnvironmentTokens(
	ports: Ports,
	vault: SealVault,
	parts: { readonly baseUrl: () => string; readonly onChange: () => void },
): EnvironmentTokens {
	const { settings, keychain, log } = ports;
	const held = new Map<string, HeldGrants>();
	const clients = new Map<string, ReturnType<typeof createAuthClient>>();
	moveOldToken();

	/** Older versions kept one pasted token for the address that was set; its seal is the same. */
	function moveOldToken(): void {
		const { tokenSealed, baseUrl, sealedTokens } = settings.get();
		if (tokenSealed === null) return;
		const id = environmentOf(baseUrl);
		const moved = { ...sealedTokens, [id]: { by: "keychain" as const, sealed: tokenSealed } };
		settings.set({ tokenSealed: null, sealedTokens: id in sealedTokens ? sealedTokens : moved });
	}

	function put(id: string, sealed: SealedTokens | null): void {
		const others = Object.entries(settings.get().sealedTokens).filter(([each]) => each !== id);
		const own = sealed === null ? [] : [[id, sealed] as const];
		settings.set({ sealedTokens: Object.fromEntries([...others, ...own]) });
	}

	/** Another sign-in address is another client: what was read of the one is not used with the other. */
	function client(id: string): ReturnType<typeof createAuthClient> {
		const environment = findEnvironment(settings.get().environments, parts.baseUrl(), id);
		const origin = environment === null ? id : authOriginOf(environment);
		const known = clients.get(origin);
		if (known !== undefined) return known;
		const made = createAuthClient({ fetch: ports.fetch, clock: ports.clock }, origin);
		clients.set(origin, made);
		return made;
	}

	function make(id: string): HeldGrants {
		let state: ReturnType<HeldGrants["state"]> = "unread";
		let text: Text = NO_TOKEN;
		let unsaved = false;
		let opening: Promise<void> | null = null;
		let writing: Promise<void> = Promise.resolve();

		async function write(kept: KeptSignIn, why: SaveReason): Promise<void> {
			if (isNothing(kept)) {
				put(id, null);
				text = NO_TOKEN;
				unsaved = false;
				return;
			}
			const sealing = await sealSecret(keychain, vault, writeKept(kept), log);
			// After a mere renewal the older state is better than none: the other grants in it still hold.
			if (sealing.kept !== null || why === "changed") put(id, sealing.kept);
			text = sealing.text;
			unsaved = sealing.kept === null;
		}

		function keep(kept: KeptSignIn, why: SaveReason): Promise<void> {
			state = "open";
			writing = writing
				.then(() => write(kept, why))
				.catch((cause: unknown) => {
					log(`sign-in: it could not be kept: ${cause instanceof Error ? cause.name : "unknown"}`);
					text = NOT_WRITTEN;
					unsaved = true;
				});
			return writing;
		}

		async function read(): Promise<void> {
			const sealed = settings.get().sealedTokens[id];
			const opened = sealed === undefined ? null : await openSecret(keychain, vault, sealed, log);
			// Signed in, or pasted, meanwhile: that is newer.
			if (state === "open") return;
			if (sealed === undefined || opened === null) {
				state = "open";
				return;
			}
			const kept = opened.kind === "open" ? readKept(opened.secret) : null;
			if (kept !== null) {
				state = "open";
				text = sealed.by === "keychain" ? BY_KEYCHAIN : BY_VAULT;
				grants.load(kept);
				return;
			}
			state = opened.kind === "locked" ? "locked" : "unreadable";
			text = opened.kind === "locked" ? LOCKED : opened.kind === "unreadable" ? opened.text : UNREAD;
		}

		const grants = new Grants({
			clock: ports.clock,
			client: () => client(id),
			keep,
			closed: () => (state === "locked" ? textOf(LOCKED) : null),
			onChange: parts.onChange,
			log,
		});
		return {
			id,
			grants,
			state: () => state,
			text: () => text,
			unsaved: () => unsaved,
			open() {
				if (state === "open") return Promise.resolve();
				opening ??= read().finally(() => {
					opening = null;
				});
				return opening;
			},
			settled: () => writing,
		};
	}

	return {
		of(id) {
			const known = held.get(id) ?? make(id);
			held.set(id, known);
			return known;
		},
		all: () => [...held.values()],
		client,
		isKept: (id) => id in settings.get().sealedTokens,
		remove(id) {
			put(id, null);
			held.delete(id);
		},
	};
}

const UNREAD = message("identity.token.unreadable");
