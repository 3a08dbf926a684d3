import type { Settings } from "../ports.ts";

/** What the user may send to somebody who helps. Shown to them before it is saved, and the very same text is saved. */

const URLS = /\b([a-z][a-z0-9+.-]*:\/\/)([^\s"'<>\\]+)/gi;
const HEX = /\b(?:0x)?[0-9a-f]{40,}\b/gi;
const BASE58 = /(?<![1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{32,}(?![1-9A-HJ-NP-Za-km-z])/g;
const EMAILS = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
const HOMES = /(\/(?:home|Users)\/|[A-Z]:\\+Users\\+)[^/\\\s"']+/gi;
/** A part of a host's name that is a key, as some providers hand one out. */
const HOST_KEY = /(?<=^|\.)(?=[a-z]*\d)[a-z0-9]{16,}(?=\.)/gi;

/**
 * Addresses, hashes and keys alike go: whose they are is nobody's business who reads a log. Of a URL the scheme and
 * host stay, since an RPC's path is often a key, and of the host no part that is one; of a path in a home the name goes.
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
	/** System, processor and the shell's parts, by name. */
	readonly system: Readonly<Record<string, string>>;
	readonly settings: Settings;
	/** How many rows of the journal stand in each state. */
	readonly unsettled: Readonly<Record<string, number>>;
	/** The last lines of the log, which is redacted already. */
	readonly log: readonly string[];
}

/** Settings by members that are named here: one that is added says nothing before it is. */
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
