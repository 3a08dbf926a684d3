import type {
	ActivityRow,
	ChainSetting,
	ConnectionView,
	SettingsView,
	VaultView,
} from "../../bridge/views.ts";
import type { Settings } from "../ports.ts";
import type { Connection } from "../sessions/types.ts";
import type { VaultStatus } from "../signers/vault-types.ts";
import type { JournalRow, JournalStep } from "../storage/journal-types.ts";
import { addressView, type Labels } from "./addresses.ts";
import { type LegSteps, outcomeOf, progressSteps } from "./progress-view.ts";

/** A missing token is a kind of being offline that only the person can mend: the words say so. */
export function connectionView(connection: Connection): ConnectionView {
	return {
		state: connection.state === "unauthorized" ? "offline" : connection.state,
		words: connection.words,
		nextTryAt: connection.nextTryAt,
	};
}

export function vaultView(status: VaultStatus, settings: Settings): VaultView {
	return {
		state: status.state,
		locksAt: status.locksAt,
		autoLockMinutes: settings.autoLockMinutes,
		nextTryAt: status.nextTryAt,
		words: status.words,
	};
}

/** How the RPC of a chain answered last. */
export interface ChainHealth {
	readonly ok: boolean | null;
	readonly words: string;
}

export interface SettingsFacts {
	readonly settings: Settings;
	readonly environment: string;
	readonly baseUrl: string;
	readonly hasToken: boolean;
	readonly tokenKeeping: string;
	readonly chains: readonly ChainSetting[];
	readonly health: ReadonlyMap<string, ChainHealth>;
	readonly startAtLoginSupported: boolean;
	readonly version: string;
	/** The window that may see whole addresses: an RPC's often carries a key in its path. */
	readonly whole: boolean;
}

/** An address without what may be secret in it. */
export function publicPart(url: string): string {
	if (!URL.canParse(url)) return "unreadable address";
	const { origin, pathname, search } = new URL(url);
	return pathname === "/" && search === "" ? origin : `${origin}/…`;
}

export function settingsView(facts: SettingsFacts): SettingsView {
	return {
		environment: facts.environment,
		baseUrl: facts.baseUrl,
		hasToken: facts.hasToken,
		tokenKeeping: facts.tokenKeeping,
		chains: facts.chains.map((chain) => {
			const health = facts.health.get(chain.chainId);
			const rpcUrl = facts.whole ? chain.rpcUrl : publicPart(chain.rpcUrl);
			return { ...chain, rpcUrl, ok: health?.ok ?? null, state: health?.words ?? "not asked yet" };
		}),
		theme: facts.settings.theme,
		notifications: facts.settings.notifications,
		startAtLogin: facts.settings.startAtLogin,
		startAtLoginSupported: facts.startAtLoginSupported,
		autoLockMinutes: facts.settings.autoLockMinutes,
		blindSigning: facts.settings.blindSigning,
		commitTransport: facts.settings.commitTransport,
		version: facts.version,
	};
}

export function activityRow(
	row: JournalRow,
	steps: readonly JournalStep[],
	around: {
		readonly session: string;
		readonly chain: string;
		readonly labels: Labels;
		readonly legs: readonly LegSteps[];
	},
): ActivityRow {
	return {
		id: row.id,
		at: row.approvedAt,
		headline: row.headline,
		session: around.session,
		sessionId: row.sessionId,
		entryId: row.entryId,
		chain: around.chain,
		signer: addressView(row.signer, around.labels),
		state: row.state,
		outcome: outcomeOf(row),
		transactionId: row.transactionId ?? around.legs.at(-1)?.row.transactionId ?? null,
		fingerprint: row.fingerprint,
		digest: row.digest,
		steps: progressSteps(row, steps, around.legs),
	};
}
