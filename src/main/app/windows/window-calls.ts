import { signingProcedures } from "../../../ipc/signing.ts";
import type {
	DeskProcedures,
	TrustedProcedures,
	windowProcedures,
	windowTrustedProcedures,
} from "../../../ipc/windows.ts";
import { type ActivityDeps, activityHandlers } from "../../activity/handlers.ts";
import { type BookCommandDeps, bookHandlers } from "../../address-book/handlers.ts";
import {
	type AllowanceDeps,
	allowanceHandlers,
	allowanceTrustedHandlers,
} from "../../allowances/handlers.ts";
import { accountHandlers, accountTrustedHandlers, type BillingDeps } from "../../billing/handlers.ts";
import { buildHandlers, type CatalogDeps, catalogHandlers } from "../../catalog/handlers.ts";
import {
	type SessionCommandDeps,
	sessionHandlers,
	type TranscriptDesk,
} from "../../conversations/handlers.ts";
import { commandsOf, type HandlersOf } from "../../handlers.ts";
import { type HomeDeps, homeHandlers } from "../../home/handlers.ts";
import { type InboxCommandDeps, inboxHandlers, inboxTrustedHandlers } from "../../inbox/handlers.ts";
import type { OpenDeps } from "../../inbox/open-entry.ts";
import { done } from "../../outcome.ts";
import type { Ports } from "../../ports.ts";
import type { GlanceDeps } from "../../reviewing/entry-deps.ts";
import { glanceHandlers, type ReviewCommandDeps, reviewHandlers } from "../../reviewing/handlers.ts";
import type { Tickets } from "../../reviewing/ticket.ts";
import { policyHandlers } from "../../rules/handlers.ts";
import { type AboutDeps, aboutHandlers } from "../../settings/about.ts";
import {
	type NetworkDeps,
	type PreferencesDeps,
	settingsHandlers,
	settingsTrustedHandlers,
} from "../../settings/handlers.ts";
import { type SetupDeps, setupHandlers } from "../../setup/setup.ts";
import { type IdentityCommandDeps, identityHandlers } from "../../sign-in/handlers.ts";
import { type SupportDeps, supportHandlers } from "../../support/handlers.ts";
import { type UpdateDeps, updateHandlers } from "../../updates/handlers.ts";
import {
	type LedgerCommandDeps,
	type VaultCommandDeps,
	type WalletDeps,
	walletHandlers,
	walletTrustedHandlers,
} from "../../wallet/handlers.ts";
import { type KeysDeps, keysHandlers, keysTrustedHandlers } from "../../wallet/keys-handlers.ts";
import { type LeadDeps, phraseWaits } from "../../wallet/phrase.ts";
import type { VaultClient } from "../../wallet/signers/vault/types.ts";
import type { WindowRoute } from "../../window-route.ts";
import type { Features } from "../features.ts";
import type { DeskFeed } from "./desk-feed.ts";

/** The features' commands put together for each window, and the few that are of a window itself. */

/** What the windows' own commands need. */
interface WindowDeps extends LeadDeps {
	readonly ports: { readonly desktop: Ports["desktop"] };
	readonly vault: Pick<VaultClient, "status">;
	readonly tickets: Pick<Tickets, "void">;
	/** Something is drawn now that was not: where it is stale, it is composed. */
	drawn(): void;
	/** Where the setup is gone on with, and where keys are made. */
	setupRoute(): WindowRoute | null;
	keysRoute(): WindowRoute;
}

/** What the commands of all features need. */
export type CommandParts = WindowDeps &
	PreferencesDeps &
	NetworkDeps &
	WalletDeps &
	VaultCommandDeps &
	LedgerCommandDeps &
	KeysDeps &
	IdentityCommandDeps &
	BookCommandDeps &
	Parameters<typeof policyHandlers>[0] &
	SessionCommandDeps &
	OpenDeps &
	InboxCommandDeps &
	ReviewCommandDeps &
	GlanceDeps &
	ActivityDeps &
	AllowanceDeps &
	HomeDeps &
	CatalogDeps &
	BillingDeps &
	SupportDeps &
	UpdateDeps &
	AboutDeps &
	SetupDeps;

/** Screens that need no keys. */
const WITHOUT_VAULT: ReadonlySet<string> = new Set(["network", "ledger", "rules", "contacts", "signIn"]);

function windowHandlers(deps: WindowDeps, desk: Pick<DeskFeed, "show">): HandlersOf<typeof windowProcedures> {
	const { ports } = deps;
	return {
		async showTopics({ topics }) {
			desk.show(topics);
			deps.drawn();
			return done;
		},
		async copyText({ text }) {
			await ports.desktop.copyText(text);
			return done;
		},
		async openTrusted({ screen }) {
			if (phraseWaits(deps)) {
				ports.desktop.raiseTrusted();
				return done;
			}
			const { state } = deps.vault.status();
			const first = state === "none" || state === "damaged";
			const needsVault = !WITHOUT_VAULT.has(screen);
			if (screen === "setup") deps.go(deps.setupRoute() ?? { kind: "empty" });
			else if (first && needsVault) deps.go(deps.keysRoute());
			else deps.go(screen === "unlock" ? { kind: "unlock", next: null } : { kind: screen });
			return done;
		},
	};
}

function windowTrustedHandlers(deps: WindowDeps): HandlersOf<typeof windowTrustedProcedures> {
	const { ports, tickets } = deps;
	return {
		async close() {
			tickets.void();
			if (deps.place().kind !== "phrase" && deps.place().kind !== "phraseCheck")
				deps.go({ kind: "empty" }, false);
			ports.desktop.hideTrusted();
			return done;
		},
		async openDesk() {
			ports.desktop.raiseDesk();
			return done;
		},
		async copyText({ text }) {
			await ports.desktop.copyText(text);
			return done;
		},
	};
}

/** The desk may look, talk to the agent and ask for a review to be opened; it can approve nothing. */
export function deskHandlers(
	parts: CommandParts,
	transcripts: TranscriptDesk,
	desk: Pick<DeskFeed, "show">,
): HandlersOf<DeskProcedures> {
	return {
		...windowHandlers(parts, desk),
		...settingsHandlers(parts),
		...aboutHandlers(parts),
		...walletHandlers(parts),
		...keysHandlers(parts),
		...sessionHandlers(parts, transcripts),
		...inboxHandlers(parts),
		...glanceHandlers(parts),
		...activityHandlers(parts),
		...allowanceHandlers(parts),
		...homeHandlers(parts),
		...catalogHandlers(parts),
		...accountHandlers(parts),
		...updateHandlers(parts),
		...supportHandlers(parts),
	};
}

/** The trusted window alone approves, pays, and touches secrets. */
export function trustedHandlers(app: Features, parts: CommandParts): HandlersOf<TrustedProcedures> {
	return {
		...windowTrustedHandlers(parts),
		...setupHandlers(parts),
		...settingsTrustedHandlers(parts),
		...walletTrustedHandlers(parts),
		...keysTrustedHandlers(parts),
		...identityHandlers(parts),
		...bookHandlers(parts),
		...policyHandlers(parts),
		...inboxTrustedHandlers(parts),
		...reviewHandlers(parts),
		...commandsOf(signingProcedures, app.signing),
		...allowanceTrustedHandlers(parts),
		...buildHandlers(parts),
		...accountTrustedHandlers(parts),
	};
}
