import type { EvmFacts } from "../../../../src/core/chain/evm.ts";
import { effectsOf } from "../../../../src/core/effects/merge.ts";
import { messageStepEffects } from "../../../../src/core/effects/signed/signed-effects.ts";
import { NO_PRICES } from "../../../../src/core/fiat/price.ts";
import { codesOf, type Text } from "../../../../src/core/localized-text.ts";
import type { MessagePayload } from "../../../../src/core/match/message/checks.ts";
import type { Finding } from "../../../../src/core/risk/finding.ts";
import { generalFindings } from "../../../../src/core/risk/general/index.ts";
import {
	analyzeMessage,
	type MessageContext,
} from "../../../../src/core/signed-messages/message-analysis.ts";
import { outline } from "../../../support/outline.ts";
import { CHAIN, SIGNER } from "../match/honest.ts";
import { signRequest, type Typed } from "../match/typed-samples.ts";
import { fine, missing, tokenFacts, user } from "../review/scene.ts";
import { WORDS } from "../risk/general/scene.ts";

/** Messages, as described to a user. */

export const NOW = 1_790_000_000_000;

function chain(patch: Partial<EvmFacts> = {}): EvmFacts {
	return {
		chainId: CHAIN,
		rightChain: true,
		pendingNonce: missing(),
		latestNonce: missing(),
		balance: missing(),
		gas: missing(),
		baseFee: missing(),
		tip: missing(),
		l1Fee: missing(),
		codeAtTo: fine(true),
		tokens: new Map([[tokenFacts().address.toLowerCase(), tokenFacts()]]),
		...patch,
	};
}

export interface MessageOptions extends Partial<Omit<MessageContext, "facts">> {
	readonly facts?: Partial<EvmFacts> | null;
}

export function messageContext({ facts = {}, ...patch }: MessageOptions = {}): MessageContext {
	return {
		signer: SIGNER,
		chainRef: String(CHAIN),
		facts: facts === null ? null : chain(facts),
		user: user(),
		now: NOW,
		texts: [],
		addressFacts: null,
		...patch,
	};
}

export function analyzePayload(payload: MessagePayload, around: MessageOptions = {}) {
	return analyzeMessage(messageContext(around), signRequest(payload), payload);
}

export const analyzeTyped = (typed: Typed, around: MessageOptions = {}) =>
	analyzePayload({ kind: "evm_typed_data", typed_data: { ...typed } }, around);

/** Returns the general rules' findings for the effects that a signature permits. */
export function typedFindings(typed: Typed, around: MessageOptions = {}): readonly Finding[] {
	const context = messageContext(around);
	const { chainRef, signer, user: owner } = context;
	const intent = { kind: "evm_typed_data" as const, typed_data: { ...typed } };
	const step = messageStepEffects({ signer, intent }, context, 0);
	return generalFindings(effectsOf([step], { chainRef, signer, user: owner }), WORDS, NO_PRICES, context.now);
}

export const ids = ({ findings }: { readonly findings: readonly { readonly id: string }[] }) =>
	findings.map(({ id }) => id);

export const valuesOf = (
	{ rows }: { readonly rows: readonly { readonly label: Text; readonly value: Text }[] },
	label: string,
) => rows.filter((row) => codesOf(row.label).includes(label)).map((row) => outline(row.value));
