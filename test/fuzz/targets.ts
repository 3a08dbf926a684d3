import { ed25519 } from "@noble/curves/ed25519.js";
import { Keypair } from "@solana/web3.js";
import { encodeFunctionData, multicall3Abi, size } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { decodeEvm, MAX_CALLS } from "../../src/core/decode/evm/decode-evm.ts";
import type { Decoded } from "../../src/core/decode/evm/meaning.ts";
import { decodeSvm } from "../../src/core/decode/svm/decode-svm.ts";
import { readBytes } from "../../src/core/format/numeral.ts";
import { LOCAL_OWNER } from "../../src/core/journal/intent-id.ts";
import { CanonicalError } from "../../src/core/match/canonical.ts";
import { checkSignedEvm, signedEvm, signingHashEvm } from "../../src/core/match/evm/bytes.ts";
import { fingerprintOf } from "../../src/core/match/fingerprint.ts";
import { freeze } from "../../src/core/match/freeze.ts";
import { freezeAction, freezeProposal } from "../../src/core/match/freeze-action.ts";
import type {
	Frozen,
	FrozenAction,
	FrozenActionLike,
	FrozenCommit,
	FrozenProposal,
	Intent,
	SvmLookup,
} from "../../src/core/match/frozen.ts";
import { provenFrozen } from "../../src/core/match/proof.ts";
import { checkSignedSvm, signedSvm, signingBytesSvm } from "../../src/core/match/svm/bytes.ts";
import {
	readSvmTransaction,
	SvmBytesError,
	writeSvmTransaction,
} from "../../src/core/match/svm/transaction.ts";
import { typedDataHashes } from "../../src/core/match/typed-data/reading.ts";
import { givenIntents, summariseAction, summariseCommit } from "../../src/core/review/summary.ts";
import { readFrame } from "../../src/main/service/stream.ts";
import { readCommit, readEventPage } from "../../src/service-api/event-page.ts";
import { actionEvent } from "../../src/service-api/events.ts";
import { loadExamples } from "../fixtures/examples.ts";
import { proposalOf } from "../fixtures/proposals.ts";
import {
	approveData,
	batchCommit,
	commit,
	hex,
	OTHER,
	OWNER,
	payload,
	SIGNER,
	TOKEN,
	VAULT,
} from "../unit/core/match/honest.ts";
import {
	lookupsOf,
	SOL_TRANSFER,
	SVM_KEYS,
	svmCommitOf,
	TABLE,
	TOKEN_TRANSFER,
	transactionBase64,
} from "../unit/core/match/honest-svm.ts";
import * as samples from "../unit/core/match/typed-samples.ts";
import { commitFreezing } from "../unit/core/review/scene.ts";
import { evmAction, messageAction, svmAction, svmSignAction } from "../unit/main/signing/actions-scene.ts";
import { type Json, type Mutation, mutated, mutatedBytes, pick } from "./mutate.ts";
import { reviewedMeaning, signedBytes, signedMeaning, typedDigest, withoutAliases } from "./oracle.ts";

/**
 * Outcome of a single change. `refused`: the change is rejected. `harmless`: it is accepted, and an
 * independent library finds that the signed content still matches the displayed content. `accepted`: it is
 * accepted with a different meaning.
 */
type Fate = "refused" | "harmless" | "accepted";

export interface Target {
	readonly name: string;
	readonly run: (change: Mutation) => Fate | Promise<Fate>;
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));
const same = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

/** Time before any of the samples expires, in Unix milliseconds. */
const NOW = 1_780_000_000_000;

/**
 * Passes a changed object to the vault's check twice: with the fingerprint that was approved, and with the
 * object's own.
 */
function fateOf(changed: unknown, approved: Frozen): Fate {
	const given = provenFrozen({ frozen: changed, fingerprint: fingerprintOf(approved), now: NOW });
	if (given.ok && !same(signedBytes(given.frozen), signedBytes(approved))) return "accepted";
	const own = ownFingerprint(changed);
	if (own === null) return given.ok ? "accepted" : "refused";
	const proof = provenFrozen({ frozen: changed, fingerprint: own, now: NOW });
	if (!proof.ok) return given.ok ? "accepted" : "refused";
	if ("replaces" in proof.frozen || "revokes" in proof.frozen || "sends" in proof.frozen) return "harmless";
	return same(signedMeaning(proof.frozen), reviewedMeaning(proof.frozen)) ? "harmless" : "accepted";
}

function ownFingerprint(changed: unknown): string | null {
	try {
		return fingerprintOf(changed as Frozen);
	} catch (error) {
		// The schema rejects a value that is not a frozen object.
		if (error instanceof CanonicalError || error instanceof TypeError) return null;
		throw error;
	}
}

interface Sample {
	readonly name: string;
	readonly frozen: FrozenCommit | FrozenActionLike;
	/** Resource of the service or of an agent, and the function that reads it again. */
	readonly resource: Json;
	readonly again: (resource: Json) => Frozen | null;
}

function commitSample(
	name: string,
	view: ReturnType<typeof commit>,
	lookups: readonly SvmLookup[] = [],
): Sample {
	const again = (resource: Json): FrozenCommit | null => {
		const read = readCommit(resource);
		summariseCommit(read, commitFreezing(read, { lookups }), { accounts: [SIGNER], labels: {} });
		if (read.kind === "unreadable") return null;
		const freezing = freeze(read.view, OWNER, lookups);
		return freezing.ok ? freezing.frozen : null;
	};
	const frozen = again(plain(view));
	if (frozen === null) throw new Error(`the sample “${name}” can't be frozen`);
	return { name, frozen, resource: plain(view), again };
}

function actionSample(name: string, { action, frozen }: ReturnType<typeof evmAction>): Sample {
	const again = (resource: Json): FrozenAction | null => {
		const read = actionEvent.safeParse(resource);
		if (!read.success) return null;
		const freezing = freezeAction(read.data, "session-1", OWNER, frozen.intents, false);
		const given = givenIntents(read.data);
		const asGiven = given === null ? null : freezeAction(read.data, "session-1", OWNER, given, false);
		summariseAction(read.data, asGiven, { accounts: [SIGNER], labels: {} });
		return freezing.ok ? freezing.frozen : null;
	};
	return { name, frozen, resource: plain(action), again };
}

/** Reads an agent's request from its text, as main stores it. */
function proposalSample(name: string, made: ReturnType<typeof evmAction>): Sample {
	const { action, frozen } = proposalOf(made);
	const again = (resource: Json): FrozenProposal | null => {
		const read = actionEvent.safeParse({ ...action, request: resource });
		if (!read.success) return null;
		const freeze = (intents: readonly Intent[]) =>
			freezeProposal(read.data, frozen.session_id, LOCAL_OWNER, intents, false, null);
		const freezing = freeze(frozen.intents);
		const given = givenIntents(read.data);
		summariseAction(read.data, given === null ? null : freeze(given), { accounts: [SIGNER], labels: {} });
		return freezing.ok ? freezing.frozen : null;
	};
	return { name, frozen, resource: plain(action.request), again };
}

const tokenBase64 = transactionBase64(TOKEN_TRANSFER);

const SAMPLES: readonly Sample[] = [
	commitSample("EVM commit", commit()),
	commitSample("hosted EVM commit", commit({ supported_transports: ["sign_and_broadcast", "browser_send"] })),
	commitSample("first of a batch", batchCommit(0)),
	commitSample("second of a batch", batchCommit(1)),
	commitSample("Solana commit", svmCommitOf(SOL_TRANSFER)),
	commitSample(
		"Solana commit with its bytes",
		svmCommitOf(SOL_TRANSFER, { unsigned_transaction_base64: transactionBase64(SOL_TRANSFER) }),
	),
	commitSample(
		"Solana commit with a lookup table",
		svmCommitOf(TOKEN_TRANSFER),
		lookupsOf(tokenBase64, [TABLE]),
	),
	actionSample("EVM action", evmAction(2)),
	actionSample("Solana action", svmAction(2)),
	actionSample("texts", messageAction(2)),
	actionSample("Solana signatures", svmSignAction()),
	proposalSample("proposed EVM calls", evmAction(2)),
	proposalSample("proposed Solana transactions", svmAction(2)),
	proposalSample("proposed texts", messageAction(2)),
	proposalSample("proposed Solana signatures", svmSignAction()),
];

/** Originals that `frozenTarget` changes, by sample number. */
export const FROZEN: readonly Json[] = SAMPLES.map(({ frozen }) => plain(frozen));

export const frozenTarget: Target = {
	name: "object to be signed",
	run: (change) => {
		const { frozen } = pick(SAMPLES, change.of);
		return fateOf(mutated(plain(frozen), change), frozen);
	},
};

const resourceTarget: Target = {
	name: "commit, action or proposal",
	run: (change) => {
		const { frozen, resource, again } = pick(SAMPLES, change.of);
		const next = again(mutated(resource, change));
		return next === null ? "refused" : fateOf(plain(next), frozen);
	},
};

const TYPED = [
	samples.permit(),
	samples.daiPermit(),
	samples.permitSingle(),
	samples.permitBatch(),
	samples.permitTransfer(),
	samples.permitBatchTransfer(),
	samples.uniswapOrder(),
	samples.seaportOrder(),
	samples.cowOrder(),
	samples.safeTransaction(),
	samples.delegation(),
	samples.authorization("TransferWithAuthorization"),
	samples.mail(),
].map(plain);

const typedTarget: Target = {
	name: "typed data",
	run: (change) => {
		const next = mutated(pick(TYPED, change.of), change);
		const reading = typedDataHashes(next);
		if (!reading.ok) return "refused";
		// A different digest is a different item to sign, which the fingerprint detects. viem confirms that the
		// digest is right.
		if (reading.digest === typedDigest(next)) return "harmless";
		// viem does not support `uint` and `int`, so it must agree on everything except their names.
		const wide = withoutAliases(next);
		const widened = typedDataHashes(wide);
		return widened.ok && JSON.stringify(wide) !== JSON.stringify(next) && widened.digest === typedDigest(wide)
			? "harmless"
			: "accepted";
	},
};

const EVM_KEY = `0x${"0".repeat(63)}1` as const;

async function signedSample(): Promise<{ readonly raw: string }> {
	const signature = await privateKeyToAccount(EVM_KEY).sign({ hash: signingHashEvm(payload()) });
	const [r, s, v] = [hex(signature.slice(0, 66)), hex(`0x${signature.slice(66, 130)}`), signature.slice(130)];
	return { raw: signedEvm(payload(), { r, s, yParity: v === "1b" ? 0 : 1 }) };
}

const signedSampleOnce = signedSample();

const signedEvmTarget: Target = {
	name: "signed EVM bytes",
	run: async (change) => {
		const { raw } = await signedSampleOnce;
		const next = `0x${Buffer.from(mutatedBytes(Buffer.from(raw.slice(2), "hex"), change)).toString("hex")}`;
		if (next === raw) return "harmless";
		return (await checkSignedEvm(next, payload())).ok ? "accepted" : "refused";
	},
};

const svmPayload = {
	signer: SVM_KEYS.publicKey.toBase58(),
	transaction_base64: transactionBase64(SOL_TRANSFER),
};
const svmSigned = signedSvm(
	svmPayload,
	ed25519.sign(
		signingBytesSvm(svmPayload),
		Keypair.fromSeed(new Uint8Array(32).fill(7)).secretKey.slice(0, 32),
	),
);

const signedSvmTarget: Target = {
	name: "signed Solana bytes",
	run: (change) => {
		const next = Buffer.from(mutatedBytes(Buffer.from(svmSigned, "base64"), change)).toString("base64");
		if (next === svmSigned) return "harmless";
		return checkSignedSvm(next, svmPayload).ok ? "accepted" : "refused";
	},
};

const svmBytesTarget: Target = {
	name: "Solana bytes",
	run: (change) => {
		const from = Buffer.from(pick([tokenBase64, svmPayload.transaction_base64], change.of), "base64");
		const next = Buffer.from(mutatedBytes(from, change)).toString("base64");
		try {
			const transaction = readSvmTransaction(next);
			return writeSvmTransaction(transaction) === next ? "harmless" : "accepted";
		} catch (error) {
			if (error instanceof SvmBytesError) return "refused";
			throw error;
		}
	},
};

const multicall = (depth: number): `0x${string}` => {
	const inner = depth === 0 ? hex(approveData(VAULT, 25n)) : multicall(depth - 1);
	const calls = Array.from({ length: 4 }, () => ({
		target: hex(TOKEN),
		allowFailure: false,
		callData: inner,
	}));
	return encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
};

const CALLDATA = [approveData(VAULT, 25n), multicall(0), multicall(3)];

const countCalls = ({ meaning }: Decoded): number =>
	1 + (meaning.kind === "calls" ? meaning.calls.reduce((sum, each) => sum + countCalls(each.decoded), 0) : 0);

const callTarget: Target = {
	name: "calls",
	run: (change) => {
		const data = Buffer.from(pick(CALLDATA, change.of).slice(2), "hex");
		const next = readBytes(`0x${Buffer.from(mutatedBytes(data, change)).toString("hex")}`);
		if (next === null) return "refused";
		const decoded = decodeEvm({ to: hex(OTHER.toLowerCase()), value: 0n, data: next }, () => true);
		if (countCalls(decoded) > MAX_CALLS + 1) return "accepted";
		return size(next) === 0 ? "refused" : "harmless";
	},
};

const PROGRAMS = [
	"11111111111111111111111111111111",
	"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
	"TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
	"Stake11111111111111111111111111111111111111",
	"Vote111111111111111111111111111111111111111",
	"ComputeBudget111111111111111111111111111111",
	"ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
	"BPFLoaderUpgradeab1e11111111111111111111111",
];

const instructionTarget: Target = {
	name: "instructions",
	run: (change) => {
		const data = mutatedBytes(Buffer.from(JSON.stringify(change.other)), change);
		const head = Uint8Array.from([change.how & 31, 0, 0, 0]);
		const accounts = Array.from({ length: change.at % 9 }, (_, index) => ({
			pubkey: svmPayload.signer,
			signer: index % 2 === 0,
			writable: index % 3 === 0,
			from: "message",
		}));
		const steps = decodeSvm(
			{ programId: pick(PROGRAMS, change.of), accounts, data: Uint8Array.from([...head, ...data]) },
			1,
		);
		return steps.length > 256 ? "accepted" : "harmless";
	},
};

const { event_pages, commit_views, actions, sse } = loadExamples();
const RESOURCES: readonly Json[] = [event_pages, commit_views, actions].flatMap((each) =>
	Object.values(each).map(plain),
);

const pageTarget: Target = {
	name: "pages",
	run: (change) => {
		const resource = mutated(pick(RESOURCES, change.of), change);
		const page = readEventPage(resource);
		readCommit(resource);
		actionEvent.safeParse(resource);
		return page.ok ? "harmless" : "refused";
	},
};

const frameTarget: Target = {
	name: "frames of a stream",
	run: async (change) => {
		const { event, data } = pick(sse.frames, change.of);
		const text = Buffer.from(mutatedBytes(Buffer.from(JSON.stringify(data) ?? ""), change)).toString("utf8");
		const frame = await readFrame(event ?? "message", text);
		return frame === null || frame.kind === "unreadable" ? "refused" : "harmless";
	},
};

export const TARGETS: readonly Target[] = [
	frozenTarget,
	resourceTarget,
	typedTarget,
	signedEvmTarget,
	signedSvmTarget,
	svmBytesTarget,
	callTarget,
	instructionTarget,
	pageTarget,
	frameTarget,
];
