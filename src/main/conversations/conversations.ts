import { message, type Text } from "../../core/localized-text.ts";
import type { sessionProcedures } from "../../ipc/conversations.ts";
import { type CommandOutcome, isSafeAddress } from "../../ipc/primitives.ts";
import type { ChainSetting } from "../../ipc/settings.ts";
import type { UserState } from "../../service-api/user-state.ts";
import type { Events } from "../events.ts";
import { type CommandInput, done, type HandlersOf, refused } from "../handlers.ts";
import type { Ports } from "../ports.ts";
import type { ConnectedAccounts } from "../settings-schema.ts";
import type { TurnOrigin } from "./session-types.ts";
import type { Sessions } from "./sessions.ts";
import { uuidOf } from "./turns.ts";

type Commands = HandlersOf<typeof sessionProcedures>;

export type TurnMode = "auto" | "direct";

/** A turn without a mode uses Auto, or Direct if it names an app (interface, startTurn). */
export function modeOf(turn: {
	readonly mode: TurnMode | null;
	readonly app: string | null;
	readonly applicationId: number | null;
}): TurnMode {
	return turn.mode ?? (turn.app === null && turn.applicationId === null ? "auto" : "direct");
}

/** Returns CAIP-2 IDs. Empty if the families already cover every chain. */
function chainsNamed(connected: ConnectedAccounts, chains: readonly ChainSetting[]): readonly string[] {
	const usable = chains.filter(({ family }) => connected[family] !== null);
	const families = new Set(usable.map(({ family }) => family));
	if (usable.length === families.size) return [];
	return usable.map(({ family, chainId }) => `${family === "evm" ? "eip155" : "solana"}:${chainId}`);
}

/**
 * Returns the wallet state that the agent receives: the connected accounts and their chains. It never
 * contains names (ENS, labels) or `preferences`. Each family names one chain, and the others are listed in
 * `ext`, whose content the API leaves to the client.
 */
export function userStateOf(
	connected: ConnectedAccounts,
	chains: readonly ChainSetting[],
	mode: TurnMode = "auto",
): UserState {
	const chain = chains.find((each) => each.family === "evm");
	const cluster = chains.find((each) => each.family === "svm");
	const named = chainsNamed(connected, chains);
	const submits = mode === "direct" ? { broadcaster: "wallet" as const } : {};
	return {
		connection: {
			is_connected: connected.evm !== null || connected.svm !== null,
			provider: "countersign",
			provider_label: "Countersign",
		},
		...(connected.evm === null
			? {}
			: {
					evm: {
						address: connected.evm,
						...(chain === undefined ? {} : { chain_id: Number(chain.chainId) }),
						...submits,
					},
				}),
		...(connected.svm === null
			? {}
			: {
					svm: {
						address: connected.svm,
						...(cluster === undefined ? {} : { cluster: cluster.chainId }),
						wallet_name: "Countersign",
						...submits,
					},
				}),
		...(named.length === 0 ? {} : { ext: { chains: named } }),
	};
}

export function linkFault(url: string): Text | null {
	if (!URL.canParse(url)) return message("app.link.unreadable");
	const { protocol, username, password } = new URL(url);
	if (protocol !== "https:" && protocol !== "http:") return message("app.link.no-web");
	if (username !== "" || password !== "") return message("app.link.credentials");
	if (!isSafeAddress(url)) return message("app.link.not-encrypted");
	return null;
}

export class Conversations implements Commands {
	readonly #app;

	constructor(app: {
		readonly ports: Pick<Ports, "settings" | "random" | "desktop">;
		readonly events: Events;
		readonly networks: { chainSettings(): readonly ChainSetting[] };
		readonly wallet: {
			readonly accounts: {
				list(): readonly { readonly family: "evm" | "svm"; readonly address: string }[];
			};
		};
		readonly signedIn: {
			current(): { readonly scope: string; readonly sessions: Sessions };
			readonly reconnect: () => Promise<void>;
		};
	}) {
		this.#app = app;
	}

	connected(): ConnectedAccounts {
		const { ports, signedIn, wallet } = this.#app;
		const chosen = ports.settings.get().connected[signedIn.current().scope];
		if (chosen !== undefined)
			return { evm: this.#userAddress("evm", chosen.evm), svm: this.#userAddress("svm", chosen.svm) };
		const first = (family: "evm" | "svm") =>
			wallet.accounts.list().find((account) => account.family === family)?.address ?? null;
		return { evm: first("evm"), svm: first("svm") };
	}

	userState(mode: TurnMode = "auto"): UserState {
		return userStateOf(this.connected(), this.#app.networks.chainSettings(), mode);
	}

	start(
		{
			sessionId,
			message: text,
			mode,
			app,
			applicationId = null,
			model = null,
		}: CommandInput<Commands, "startTurn">,
		origin: TurnOrigin,
	): CommandOutcome & { readonly sessionId?: string } {
		// Auto is the service's default. It must be stated explicitly if an app is named, because naming one
		// implies Direct.
		const stated = mode === "auto" && app === null && applicationId === null ? null : mode;
		const started = this.#app.signedIn.current().sessions.startTurn(
			sessionId,
			{
				message: text,
				...(stated === null ? {} : { mode: stated }),
				...(app === null ? {} : { app }),
				...(applicationId === null ? {} : { applicationId }),
				...(model === null ? {} : { model }),
				userState: this.userState(modeOf({ mode, app, applicationId })),
				clientId: this.#clientId(),
			},
			origin,
		);
		this.#app.events.emit("app-changed");
		return { ok: true, sessionId: started.sessionId };
	}

	async startTurn(
		input: CommandInput<Commands, "startTurn">,
	): Promise<CommandOutcome & { readonly sessionId?: string }> {
		return this.start(input, "composer");
	}

	async interrupt({ sessionId }: CommandInput<Commands, "interrupt">): Promise<CommandOutcome> {
		await this.#app.signedIn.current().sessions.interrupt(sessionId);
		return done;
	}

	async muteSession({ sessionId, muted }: CommandInput<Commands, "muteSession">): Promise<CommandOutcome> {
		const { events, ports } = this.#app;
		const others = ports.settings.get().mutedSessions.filter((id) => id !== sessionId);
		ports.settings.set({ mutedSessions: muted ? [...others, sessionId] : others });
		events.emit("app-changed");
		return done;
	}

	async reconnect(): Promise<CommandOutcome> {
		await this.#app.signedIn.reconnect();
		return done;
	}

	async renameSession({
		sessionId,
		title,
	}: CommandInput<Commands, "renameSession">): Promise<CommandOutcome> {
		await this.#app.signedIn.current().sessions.change(sessionId, { title });
		return done;
	}

	async archiveSession({
		sessionId,
		archived,
	}: CommandInput<Commands, "archiveSession">): Promise<CommandOutcome> {
		await this.#app.signedIn.current().sessions.change(sessionId, { archived });
		return done;
	}

	async openLink({ url }: CommandInput<Commands, "openLink">): Promise<CommandOutcome> {
		const fault = linkFault(url);
		if (fault !== null) return refused(fault);
		// Declining the prompt isn't a failure.
		await this.#app.ports.desktop.confirmLink(url);
		return done;
	}

	/** Takes effect with the next message. */
	async connectAccounts(wanted: ConnectedAccounts): Promise<CommandOutcome> {
		const evm = this.#userAddress("evm", wanted.evm);
		const svm = this.#userAddress("svm", wanted.svm);
		if ((wanted.evm !== null && evm === null) || (wanted.svm !== null && svm === null))
			return refused(message("app.connected.own-only"));
		const { events, ports, signedIn } = this.#app;
		const { connected } = ports.settings.get();
		ports.settings.set({ connected: { ...connected, [signedIn.current().scope]: { evm, svm } } });
		events.emit("app-changed");
		return done;
	}

	#userAddress(family: "evm" | "svm", address: string | null): string | null {
		if (address === null) return null;
		// EVM addresses ignore case, but Solana addresses don't.
		const same = (own: string) =>
			family === "evm" ? own.toLowerCase() === address.toLowerCase() : own === address;
		const { accounts } = this.#app.wallet;
		return accounts.list().find((own) => own.family === family && same(own.address))?.address ?? null;
	}

	#clientId(): string {
		const { settings, random } = this.#app.ports;
		const known = settings.get().clientId;
		if (known !== null) return known;
		const made = uuidOf(random);
		settings.set({ clientId: made });
		return made;
	}
}
