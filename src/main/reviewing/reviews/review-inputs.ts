import type { User } from "../../../core/decoded-transaction/decoded-transaction.ts";
import type { ChainAnswer } from "../../../core/decoded-transaction/question.ts";
import type { PriceSource } from "../../../core/fiat/price.ts";
import { intentIdOf, isStepOf } from "../../../core/journal/intent-id.ts";
import type { Text } from "../../../core/localized-text.ts";
import type { Check } from "../../../core/match/check.ts";
import { type Frozen, intentsOf, type RequestOwner } from "../../../core/match/frozen.ts";
import type { ApprovalRequest } from "../../../core/review/approval-request.ts";
import type { Contradictions } from "../../../core/review/effects/contradiction.ts";
import type { Review, ReviewSession } from "../../../core/review/review.ts";
import type { Repetition } from "../../../core/risk/special/done-before.ts";
import type { PolicyContext } from "../../../core/rules/rules.ts";
import type { TypedText } from "../../../core/typed-intent/typed-request.ts";
import type { Counterparties } from "../../address-book/counterparties.ts";
import type { TypedTexts } from "../../conversations/log/typed-texts.ts";
import type { Sessions } from "../../conversations/sessions.ts";
import type { BuildCommits } from "../../inbox/entries/build-commits.ts";
import { PIPELINE_SESSION, titled } from "../../inbox/entries/titles.ts";
import { deduplicationChecks, repetitionOf } from "../../inbox/requests/deduplication-checks.ts";
import type { Rules } from "../../rules/rules.ts";
import type { BuildModes } from "../../storage/build-commits.ts";
import type { Journal } from "../../storage/journal-db.ts";
import type { Wallet } from "../../wallet/wallet.ts";

export interface ComposedReview {
	readonly request: ApprovalRequest;
	readonly review: Review;
	readonly answers: readonly ChainAnswer[];
	readonly policy: PolicyContext;
}

export interface ReviewInputs {
	readonly contradictions: Contradictions;
	readonly prices: PriceSource;
	owner(): RequestOwner;
	clockOffset(): number;
	user(signer: string, sessionId: string): User;
	session(sessionId: string): ReviewSession;
	typed(sessionId: string, until: number): readonly TypedText[];
	folding(request: ApprovalRequest): readonly Check[];
	repeats(request: ApprovalRequest): Repetition | null;
	safetyMode(request: ApprovalRequest): string | null;
	/**
	 * Returns the headline of the unsettled row that uses one of the same nonces. `null` if there is none.
	 */
	sameNonceHeadline(frozen: Frozen): Text | null;
	blindAllowed(): boolean;
	policy(frozen: Frozen | null): PolicyContext;
}

export class FeatureInputs implements ReviewInputs {
	readonly #app;
	readonly contradictions: Contradictions;

	constructor(
		app: {
			readonly stores: { readonly journal: Journal; readonly typed: Pick<TypedTexts, "list"> };
			readonly wallet: Pick<Wallet, "accounts" | "signer" | "ledger">;
			readonly fiat: { readonly prices: { readonly of: PriceSource } };
			readonly addressBook: { readonly counterparties: Counterparties };
			readonly rules: Pick<Rules, "userAddresses" | "labels" | "blindAllowed" | "policyContext">;
			readonly signedIn: {
				current(): {
					readonly owner: RequestOwner;
					readonly scope: string;
					readonly sessions: Sessions;
					readonly buildCommits: BuildCommits;
					readonly buildModes: Pick<BuildModes, "modeOf">;
				};
				clockOffset(): number;
			};
		},
		contradictions: Contradictions,
	) {
		this.#app = app;
		this.contradictions = contradictions;
	}

	get prices(): PriceSource {
		return this.#app.fiat.prices.of;
	}

	owner(): RequestOwner {
		return this.#app.signedIn.current().owner;
	}

	clockOffset(): number {
		return this.#app.signedIn.clockOffset();
	}

	user(address: string, sessionId: string): User {
		const { addressBook, rules, signedIn, wallet } = this.#app;
		const { scope } = signedIn.current();
		return {
			accounts: rules.userAddresses(),
			labels: rules.labels(),
			signerState: wallet.accounts.watches(address) ? "watched" : wallet.signer.state(address),
			counterparties: addressBook.counterparties.history(scope),
			uses: addressBook.counterparties.uses(scope, sessionId),
			device: wallet.ledger.facts(address),
		};
	}

	session(id: string): ReviewSession {
		return { id, title: titled(this.#app.signedIn.current(), id), app: null };
	}

	typed(sessionId: string, until: number): readonly TypedText[] {
		return this.#app.stores.typed.list(this.#app.signedIn.current().scope, sessionId, until);
	}

	folding(request: ApprovalRequest): readonly Check[] {
		return deduplicationChecks(request, this.#context());
	}

	repeats(request: ApprovalRequest): Repetition | null {
		const { buildCommits } = this.#app.signedIn.current();
		const isOfBuild = (id: string) => id === PIPELINE_SESSION || buildCommits.isThread(id);
		return repetitionOf(request, { ...this.#context(), isOfBuild });
	}

	safetyMode(request: ApprovalRequest): string | null {
		const { buildCommits, buildModes } = this.#app.signedIn.current();
		const digest =
			request.kind === "commit"
				? buildCommits.buildOf(request.commitId)
				: request.kind === "action"
					? (request.build?.digest ?? null)
					: null;
		return digest === null ? null : buildModes.modeOf(digest);
	}

	sameNonceHeadline(frozen: Frozen): Text | null {
		if (frozen.kind === "replacement") return null;
		for (const intent of intentsOf(frozen)) {
			if (intent.kind !== "evm_transaction") continue;
			const { chain_id, nonce } = intent;
			const row = this.#app.stores.journal.holder(String(chain_id), frozen.signer, BigInt(nonce));
			// An action's nonces are stored in the rows of its steps.
			if (row !== null && row.intentId !== intentIdOf(frozen) && !isStepOf(frozen, row)) return row.headline;
		}
		return null;
	}

	blindAllowed(): boolean {
		return this.#app.rules.blindAllowed();
	}

	policy(frozen: Frozen | null): PolicyContext {
		return this.#app.rules.policyContext(frozen);
	}

	#context() {
		const { sessions, scope } = this.#app.signedIn.current();
		return { sessions, journal: this.#app.stores.journal, scope };
	}
}
