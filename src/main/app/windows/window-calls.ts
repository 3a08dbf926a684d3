import { describeError } from "../../../core/describe-error.ts";
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
import { type Patch, patchBetween } from "../../../ipc/patch.ts";
import { powerProcedures, powerTrustedProcedures } from "../../../ipc/powers.ts";
import { editProcedures, previewProcedures, reviewProcedures } from "../../../ipc/review.ts";
import { policyProcedures } from "../../../ipc/rules.ts";
import { sendProcedures, sendTrustedProcedures } from "../../../ipc/send.ts";
import { settingsProcedures, settingsTrustedProcedures } from "../../../ipc/settings.ts";
import { setupTrustedProcedures } from "../../../ipc/setup.ts";
import { identityProcedures } from "../../../ipc/sign-in.ts";
import { signingProcedures } from "../../../ipc/signing.ts";
import { supportProcedures } from "../../../ipc/support.ts";
import { DESK_TOPICS, type DeskTopic } from "../../../ipc/topics.ts";
import { ledgerProcedures, vaultProcedures } from "../../../ipc/wallet.ts";
import type {
	DeskProcedures,
	DeskPush,
	DeskView,
	TrustedProcedures,
	windowProcedures,
	windowTrustedProcedures,
} from "../../../ipc/windows.ts";
import type { EventName } from "../../events.ts";
import { boundHandlers, done, type HandlersOf } from "../../handlers.ts";
import { DirtyFlags } from "../dirty-flags.ts";
import type { Features } from "../features.ts";

export class DeskFeed {
	readonly #dirty: DirtyFlags<DeskTopic>;
	readonly #compose: (name: DeskTopic) => DeskView[DeskTopic];
	readonly #now: () => number;
	readonly #log: (line: string) => void;
	#drawn: ReadonlySet<DeskTopic> = new Set(DESK_TOPICS);
	#pushed: DeskView | null = null;
	#revision = 0;

	constructor(
		topics: Readonly<Record<DeskTopic, { readonly sources: readonly EventName[] }>>,
		compose: (name: DeskTopic) => DeskView[DeskTopic],
		now: () => number,
		log: (line: string) => void,
	) {
		this.#dirty = new DirtyFlags(topics);
		this.#compose = compose;
		this.#now = now;
		this.#log = log;
	}

	changed(event: EventName): void {
		this.#dirty.mark(event);
		// The new identity must not see the previous one's data.
		if (event === "owner-changed") this.#pushed = null;
	}

	show(topics: readonly DeskTopic[]): void {
		this.#drawn = new Set(topics);
	}

	whole(): DeskPush {
		this.#dirty.markAll();
		this.#revision += 1;
		this.#pushed = {
			...(this.#composed(DESK_TOPICS) as DeskView),
			now: this.#now(),
			revision: this.#revision,
		};
		return { kind: "desk", view: this.#pushed };
	}

	next(): DeskPush | null {
		const before = this.#pushed;
		if (before === null) return this.whole();
		const change = this.#composed(DESK_TOPICS.filter((name) => this.#drawn.has(name)));
		const patch = this.#patchTo(before, change);
		if (patch === null) return null;
		this.#pushed = { ...before, ...change, now: this.#now(), revision: this.#revision };
		return { kind: "deskPatch", of: before.revision, patch };
	}

	#composed(names: readonly DeskTopic[]): Partial<DeskView> {
		const dirty = names.filter((name) => this.#dirty.consume(name));
		return Object.fromEntries(dirty.map((name) => this.#composeOrKeep(name)));
	}

	/** If composing throws, only this topic is affected, and it keeps its last value. */
	#composeOrKeep(name: DeskTopic): readonly [DeskTopic, DeskView[DeskTopic]] {
		try {
			return [name, this.#compose(name)];
		} catch (cause) {
			if (this.#pushed === null) throw cause;
			this.#log(`views: ${name}: ${describeError(cause)}`);
			return [name, this.#pushed[name]];
		}
	}

	/** Returns `null` if only the clock changed. The new time is sent with the next change. */
	#patchTo(before: DeskView, change: Partial<DeskView>): Patch | null {
		const patch = patchBetween(before, { ...before, ...change });
		if (patch?.kind !== "fields") return null;
		this.#revision += 1;
		const stamped = Object.entries({ now: this.#now(), revision: this.#revision });
		return {
			...patch,
			fields: [...patch.fields, ...stamped.map(([name, value]) => [name, { kind: "set", value }] as const)],
		};
	}
}

/** Screens that can be opened before a vault exists. */
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

/** The desk can read, send messages and open a review, but it can't approve. */
export function deskHandlers(
	app: Features,
	drawn: () => void,
	transcripts: HandlersOf<typeof transcriptProcedures>,
	desk: Pick<DeskFeed, "show">,
): HandlersOf<DeskProcedures> {
	return {
		...windowHandlers(app, drawn, desk),
		...boundHandlers(settingsProcedures, app.preferences),
		...boundHandlers(aboutProcedures, app.preferences),
		lock: async () => await app.keys.lock(),
		labelAccount: async (input) => await app.accountPages.labelAccount(input),
		openAccount: async (input) => await app.accountPages.showAccount(input),
		...boundHandlers(sessionProcedures, app.conversations),
		...transcripts,
		...boundHandlers(inboxProcedures, app.inbox),
		...boundHandlers(previewProcedures, app.reviewing),
		...boundHandlers(activityProcedures, app.activity),
		...boundHandlers(powerProcedures, app.powers),
		...boundHandlers(agentProcedures, app.agents),
		...boundHandlers(homeProcedures, app.home),
		...boundHandlers(sendProcedures, app.send),
		...boundHandlers(catalogProcedures, () => app.signedIn.current().catalog),
		...boundHandlers(accountProcedures, () => app.signedIn.current().serviceAccount),
		...boundHandlers(updateProcedures, app.updates),
		...boundHandlers(supportProcedures, app.support),
	};
}

/** Only the trusted window can approve, pay and handle secrets. */
export function trustedHandlers(app: Features): HandlersOf<TrustedProcedures> {
	return {
		...windowTrustedHandlers(app),
		...boundHandlers(setupTrustedProcedures, app.setup),
		...boundHandlers(settingsTrustedProcedures, app.preferences),
		...boundHandlers(vaultProcedures, app.keys),
		...boundHandlers(ledgerProcedures, app.ledgerDesk),
		...boundHandlers(accountPageProcedures, app.accountPages),
		...boundHandlers(secretProcedures, app.secrets),
		...boundHandlers(identityProcedures, app.identity),
		...boundHandlers(bookProcedures, app.addressBook),
		...boundHandlers(policyProcedures, app.rules),
		...boundHandlers(inboxTrustedProcedures, app.inbox),
		...boundHandlers(reviewProcedures, app.reviewing),
		...boundHandlers(editProcedures, app.reviewing.editing),
		...boundHandlers(signingProcedures, app.signing),
		...boundHandlers(powerTrustedProcedures, app.powers),
		...boundHandlers(sendTrustedProcedures, app.send),
		...boundHandlers(agentTrustedProcedures, app.agents),
		...boundHandlers(buildProcedures, () => app.signedIn.current().catalog),
		...boundHandlers(accountTrustedProcedures, () => app.signedIn.current().serviceAccount),
	};
}
