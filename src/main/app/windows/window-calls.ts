import { aboutProcedures, updateProcedures } from "../../../ipc/about.ts";
import { activityProcedures } from "../../../ipc/activity.ts";
import { bookProcedures } from "../../../ipc/address-book.ts";
import { agentProcedures, agentTrustedProcedures } from "../../../ipc/agents.ts";
import { accountProcedures, accountTrustedProcedures } from "../../../ipc/billing.ts";
import { buildProcedures, catalogProcedures } from "../../../ipc/catalog.ts";
import { sessionProcedures, type transcriptProcedures } from "../../../ipc/conversations.ts";
import { homeProcedures } from "../../../ipc/home.ts";
import { inboxProcedures, inboxTrustedProcedures } from "../../../ipc/inbox.ts";
import { accountPageProcedures, secretProcedures } from "../../../ipc/keys.ts";
import { powerProcedures, powerTrustedProcedures } from "../../../ipc/powers.ts";
import { editProcedures, previewProcedures, reviewProcedures } from "../../../ipc/review.ts";
import { policyProcedures } from "../../../ipc/rules.ts";
import { sendProcedures, sendTrustedProcedures } from "../../../ipc/send.ts";
import { settingsProcedures, settingsTrustedProcedures } from "../../../ipc/settings.ts";
import { setupTrustedProcedures } from "../../../ipc/setup.ts";
import { identityProcedures } from "../../../ipc/sign-in.ts";
import { signingProcedures } from "../../../ipc/signing.ts";
import { supportProcedures } from "../../../ipc/support.ts";
import { ledgerProcedures, vaultProcedures } from "../../../ipc/wallet.ts";
import type {
	DeskProcedures,
	TrustedProcedures,
	windowProcedures,
	windowTrustedProcedures,
} from "../../../ipc/windows.ts";
import { commandsOf, done, type HandlersOf } from "../../handlers.ts";
import type { Features } from "../features.ts";
import type { DeskFeed } from "./desk-feed.ts";

/** These screens can be opened before a vault exists. */
const WITHOUT_VAULT: ReadonlySet<string> = new Set([
	"network",
	"ledger",
	"rules",
	"contacts",
	"signIn",
	"agentDoors",
]);

function windowHandlers(
	{ ports, setup, wallet, window }: Features,
	drawn: () => void,
	desk: Pick<DeskFeed, "show">,
): HandlersOf<typeof windowProcedures> {
	return {
		async showTopics({ topics }) {
			desk.show(topics);
			drawn();
			return done;
		},
		async copyText({ text }) {
			await ports.desktop.copyText(text);
			return done;
		},
		async openTrusted({ screen }) {
			const { state } = wallet.vault.status();
			const hasNoKeys = state === "none" || state === "damaged";
			if (screen === "setup") return window.leadTo(setup.route() ?? { kind: "empty" });
			if (hasNoKeys && !WITHOUT_VAULT.has(screen)) return window.leadTo(setup.keysRoute());
			return window.leadTo(screen === "unlock" ? { kind: "unlock", next: null } : { kind: screen });
		},
	};
}

function windowTrustedHandlers({
	ports,
	reviewing,
	window,
}: Features): HandlersOf<typeof windowTrustedProcedures> {
	return {
		async close() {
			reviewing.tickets.void();
			const { kind } = window.route();
			if (kind !== "phrase" && kind !== "phraseCheck") window.go({ kind: "empty" }, false);
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

/** The desk can read, send messages and open a review, but not approve. */
export function deskHandlers(
	app: Features,
	drawn: () => void,
	transcripts: HandlersOf<typeof transcriptProcedures>,
	desk: Pick<DeskFeed, "show">,
): HandlersOf<DeskProcedures> {
	return {
		...windowHandlers(app, drawn, desk),
		...commandsOf(settingsProcedures, app.preferences),
		...commandsOf(aboutProcedures, app.preferences),
		lock: async () => await app.keys.lock(),
		labelAccount: async (input) => await app.accountPages.labelAccount(input),
		openAccount: async (input) => await app.accountPages.showAccount(input),
		...commandsOf(sessionProcedures, app.conversations),
		...transcripts,
		...commandsOf(inboxProcedures, app.inbox),
		...commandsOf(previewProcedures, app.reviewing),
		...commandsOf(activityProcedures, app.activity),
		...commandsOf(powerProcedures, app.powers),
		...commandsOf(agentProcedures, app.agents),
		...commandsOf(homeProcedures, app.home),
		...commandsOf(sendProcedures, app.send),
		...commandsOf(catalogProcedures, () => app.signedIn.current().catalog),
		...commandsOf(accountProcedures, () => app.signedIn.current().serviceAccount),
		...commandsOf(updateProcedures, app.updates),
		...commandsOf(supportProcedures, app.support),
	};
}

/** Only the trusted window approves, pays and handles secrets. */
export function trustedHandlers(app: Features): HandlersOf<TrustedProcedures> {
	return {
		...windowTrustedHandlers(app),
		...commandsOf(setupTrustedProcedures, app.setup),
		...commandsOf(settingsTrustedProcedures, app.preferences),
		...commandsOf(vaultProcedures, app.keys),
		...commandsOf(ledgerProcedures, app.ledgerDesk),
		...commandsOf(accountPageProcedures, app.accountPages),
		...commandsOf(secretProcedures, app.secrets),
		...commandsOf(identityProcedures, app.identity),
		...commandsOf(bookProcedures, app.addressBook),
		...commandsOf(policyProcedures, app.rules),
		...commandsOf(inboxTrustedProcedures, app.inbox),
		...commandsOf(reviewProcedures, app.reviewing),
		...commandsOf(editProcedures, app.reviewing.editing),
		...commandsOf(signingProcedures, app.signing),
		...commandsOf(powerTrustedProcedures, app.powers),
		...commandsOf(sendTrustedProcedures, app.send),
		...commandsOf(agentTrustedProcedures, app.agents),
		...commandsOf(buildProcedures, () => app.signedIn.current().catalog),
		...commandsOf(accountTrustedProcedures, () => app.signedIn.current().serviceAccount),
	};
}
