import { known } from "../../chain/chain-error.ts";
import type { EvmFacts } from "../../chain/evm.ts";
import { personalBytes, svmMessageBytes } from "../../match/message/bytes.ts";
import { type TypedData, typedDataHashes } from "../../match/typed-data/reading.ts";
import { sameAddress } from "../../people/labels.ts";
import { ZERO } from "../../signed/members.ts";
import { readSigned } from "../../signed/read.ts";
import type { SignedPart, SignedReading, SignedRight, SignedScope } from "../../signed/reading.ts";
import { personalText, svmText } from "../../signed/text.ts";
import type { MessageLeg } from "../../subject/leg.ts";
import { isUnlimited, tokenOf } from "../../subject/subject.ts";
import {
	assetKey,
	type Cost,
	type EffectAsset,
	type Gap,
	type Holding,
	type Movement,
	type Right,
	type RightScope,
	type StepEffects,
} from "../effects.ts";

/** Effects that a signature over a message permits. Nothing happens by signing; all of it may happen later. */

const NOTHING: StepEffects = {
	movements: [],
	rights: [],
	unexplained: [],
	holdings: [],
	controlled: [],
	costs: [],
	gaps: [],
};

const UNREAD: StepEffects = { ...NOTHING, gaps: ["unread"] };

/** All that the reading of one signature stands for. */
interface Signed {
	readonly reading: SignedReading;
	readonly data: TypedData;
	readonly signer: string;
	readonly facts: EvmFacts | null;
	readonly step: number;
}

const lower = (address: string): string => address.toLowerCase();

function movementOf({ reading, step }: Signed, from: string, part: SignedPart): Movement {
	const { asset, least, most, to } = part;
	return {
		from: lower(from),
		to: to === null ? null : lower(to),
		asset,
		least,
		most,
		step,
		basis: "permitted",
		until: reading.deadline,
	};
}

/**
 * The given parts leave their owner, to whoever takes them unless one is named. The asked parts come from the contract
 * that settles it, since nobody knows who will: those of others show what of the price goes elsewhere.
 */
function movementsOf(signed: Signed): Movement[] {
	const { reading, data } = signed;
	const settler = data.domain.verifyingContract ?? ZERO;
	return [
		...reading.given.map((part) => movementOf(signed, reading.owner, part)),
		...reading.asked.map((part) => movementOf(signed, settler, part)),
	];
}

function scopeOf(scope: SignedScope): RightScope {
	if (scope.kind === "everything") return { kind: "everything" };
	return scope.kind === "control" ? { ...scope, over: lower(scope.over) } : scope;
}

function rightOf({ reading, step }: Signed, { holder, scope, extent, until }: SignedRight): Right {
	return {
		holder: lower(holder),
		account: lower(reading.owner),
		scope: scopeOf(scope),
		extent: extent === null || isUnlimited(extent) ? null : extent,
		until,
		step,
		basis: "permitted",
	};
}

/** Balance of the signer alone: nobody asked for those of other accounts. */
function amountOf({ facts }: Signed, { kind, address }: EffectAsset): bigint | null {
	if (kind === "native") return known(facts?.balance);
	return kind === "fungible" && address !== null ? known(tokenOf(facts, address)?.balance) : null;
}

function holdingsOf(signed: Signed): Holding[] {
	const { reading, signer } = signed;
	if (!sameAddress(reading.owner, signer)) return [];
	const scoped = reading.rights.flatMap(({ scope }) => (scope.kind === "asset" ? [scope.asset] : []));
	const assets = [...reading.given.map(({ asset }) => asset), ...scoped];
	const each = new Map(assets.map((asset) => [assetKey(asset), asset]));
	return [...each.values()].map((asset) => ({
		account: lower(signer),
		asset,
		amount: amountOf(signed, asset),
	}));
}

const costsOf = ({ reading: { fee, owner }, step }: Signed): Cost[] =>
	fee === null ? [] : [{ payer: lower(owner), most: fee, step }];

/** Typed data of a known kind. */
function readEffects(signed: Signed): StepEffects {
	const { reading, signer } = signed;
	const gaps: Gap[] = reading.open || reading.call !== null ? ["unread"] : [];
	return {
		movements: movementsOf(signed),
		rights: reading.rights.map((right) => rightOf(signed, right)),
		unexplained: [],
		holdings: holdingsOf(signed),
		controlled: sameAddress(reading.owner, signer) ? [] : [lower(reading.owner)],
		costs: costsOf(signed),
		gaps,
	};
}

/** A text permits nothing by itself; bytes that are none may be anything. */
const textEffects = (text: string | null): StepEffects => (text === null ? UNREAD : NOTHING);

/** Effects of one message: of a text none, of bytes that nobody can read all that may be. */
export function messageStepEffects(
	{ intent, signer }: Pick<MessageLeg, "intent" | "signer">,
	facts: EvmFacts | null,
	step: number,
): StepEffects {
	switch (intent.kind) {
		case "evm_personal":
			return textEffects(personalText(personalBytes(intent.message)));
		case "svm_message": {
			const bytes = svmMessageBytes(intent.message_base64);
			return textEffects(bytes === null ? null : svmText(bytes));
		}
		case "evm_typed_data": {
			const data = typedDataHashes(intent.typed_data);
			const reading = data.ok ? readSigned(data, signer) : null;
			if (!data.ok || reading === null) return UNREAD;
			const own = facts?.rightChain === true && BigInt(facts.chainId) === data.domain.chainId ? facts : null;
			return readEffects({ reading, data, signer, facts: own, step });
		}
	}
}
