import { message } from "../../core/localized-text.ts";
import type { CommandOutcome } from "../../ipc/primitives.ts";
import type { DoctorCheck, supportProcedures } from "../../ipc/support.ts";
import { done, type HandlersOf, refused } from "../handlers.ts";
import type { Ports } from "../ports.ts";
import type { Settings } from "../settings-schema.ts";
import type { Journal } from "../storage/journal-db.ts";

const URLS = /\b([a-z][a-z0-9+.-]*:\/\/)([^\s"'<>\\]+)/gi;
const HEX = /\b(?:0x)?[0-9a-f]{40,}\b/gi;
const BASE58 = /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{32,}(?![1-9A-HJ-NP-Za-km-z])/g;
const EMAILS = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const HOMES = /(\/(?:home|Users)\/|[A-Z]:\\+Users\\+)[^/\\\s"']+/gi;
const HOST_KEY = /(?<=^|\.)(?=[a-z]*\d)[a-z0-9]{16,}(?=\.)/gi;

/**
 * Removes all addresses, hashes and keys, because a log doesn't show whose they are. Also removes the path of
 * a URL, which is often an API key.
 */
export function stripped(text: string): string {
	return text
		.replace(URLS, (_, scheme: string, rest: string) => {
			const host = rest.replace(/^[^/?#]*@/, "").replace(/[/?#].*$/s, "");
			const shown = `${scheme}${host.replace(HOST_KEY, "…")}`;
			return host.length < rest.length ? `${shown}/…` : shown;
		})
		.replace(EMAILS, "[mail]")
		.replace(HEX, "[hex]")
		.replace(BASE58, "[base58]")
		.replace(HOMES, "$1[user]");
}

export interface DiagnosticFacts {
	readonly version: string;
	readonly system: Readonly<Record<string, string>>;
	readonly settings: Settings;
	readonly unsettled: Readonly<Record<string, number>>;
	readonly log: readonly string[];
}

/** Lists the settings by name, so a new one isn't exported by accident. */
function settingsFacts(settings: Settings) {
	const { theme, notifications, showWorth, startAtLogin, singleKeys, autoLockMinutes, blindSigning } =
		settings;
	return {
		...{ theme, notifications, showWorth, startAtLogin, singleKeys, autoLockMinutes, blindSigning },
		commitTransport: settings.commitTransport,
		lookForUpdates: settings.lookForUpdates,
		chains: settings.chains.map(({ chainId, rpcUrl }) => ({ chainId, rpc: stripped(rpcUrl) })),
		ledgerAccounts: settings.ledgerAccounts.length,
		environments: settings.environments.length,
	};
}

export function diagnosticsText({ version, system, settings, unsettled, log }: DiagnosticFacts): string {
	const facts = { version, system, settings: settingsFacts(settings), unsettled };
	return `${JSON.stringify(facts, null, 2)}\n\n${log.map(stripped).join("\n")}\n`;
}

type Commands = HandlersOf<typeof supportProcedures>;

/** Saves diagnostics only after the user has seen exactly the same text. */
export class Support implements Commands {
	readonly #app;
	#shown: string | null = null;
	#examining: Promise<readonly DoctorCheck[]> | null = null;

	constructor(app: {
		readonly ports: Pick<Ports, "settings" | "version" | "system" | "recentLog" | "examine"> & {
			readonly desktop: Pick<Ports["desktop"], "saveFile">;
		};
		readonly stores: { readonly journal: Pick<Journal, "unsettled"> };
	}) {
		this.#app = app;
	}

	async readDiagnostics(): ReturnType<Commands["readDiagnostics"]> {
		const { ports, stores } = this.#app;
		const unsettled: Record<string, number> = {};
		for (const { state } of stores.journal.unsettled()) unsettled[state] = (unsettled[state] ?? 0) + 1;
		const { version, system } = ports;
		this.#shown = diagnosticsText({
			...{ version, system, unsettled },
			settings: ports.settings.get(),
			log: ports.recentLog(),
		});
		return { ok: true, text: this.#shown };
	}

	async saveDiagnostics(): Promise<CommandOutcome> {
		if (this.#shown === null) return refused(message("support.not-shown"));
		const isSaved = await this.#app.ports.desktop.saveFile("countersign-diagnostics.txt", this.#shown);
		return isSaved ? done : refused(message("app.not-saved"));
	}

	async examineComputer(): ReturnType<Commands["examineComputer"]> {
		// Concurrent requests share a single run.
		this.#examining ??= this.#app.ports.examine().finally(() => {
			this.#examining = null;
		});
		return { ok: true, checks: await this.#examining };
	}
}
