import { PublicKey, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { concatHex, decodeFunctionData, encodeFunctionData, type Hex, parseAbi, toHex } from "viem";
import { refusalBy } from "../../src/core/rules/check-rules.ts";
import { addressKey } from "../../src/core/rules/rule-facts.ts";
import { NO_RULES, type PolicyContext, type Rule, type RuleScope } from "../../src/core/rules/rules.ts";
import { addSpends } from "../../src/core/rules/spends.ts";
import { CHAIN_ID } from "./build.ts";
import { type Ask, type Case, type EvmStep, NOW, SVM_THIEF, SVM_USER, THIEF, USER } from "./case.ts";
import { typed } from "./cases/typed.ts";
import { dependsOnSession, type Judged, judgeCases, type World } from "./run.ts";
import { PERMIT2 } from "./world/evm/base.ts";

/**
 * Disguises: other requests that cause the same loss to the same recipient. If an attack is blocked or
 * requires a typed word, each disguise of it must be as well. A disguise that would change more than the form
 * returns `null`.
 */

type EvmAsk = Extract<Ask, { form: "evm" }>;
type SvmAsk = Extract<Ask, { form: "svm" }>;

interface Disguise {
	readonly name: string;
	readonly ask: (ask: Ask) => Ask | null;
}

/**
 * Whether a disguise would change what the attack is about: only commits have fees, and an omission in the
 * declared simulation is itself an attack.
 */
const needsOriginalForm = ({ steps, declares }: EvmAsk): boolean =>
	steps.some(({ gas, price }) => gas !== undefined || price !== undefined) ||
	(declares !== "truth" && declares !== "absent");

const ofEvm = (change: (ask: EvmAsk) => Ask | null) => (ask: Ask) =>
	ask.form === "evm" && !needsOriginalForm(ask) ? change(ask) : null;
const ofSvm = (change: (ask: SvmAsk) => Ask | null) => (ask: Ask) =>
	ask.form === "svm" ? change(ask) : null;

const TOKEN = parseAbi([
	"function transfer(address to, uint256 amount)",
	"function approve(address spender, uint256 amount)",
	"function transferFrom(address from, address to, uint256 amount)",
]);
const SAFE = "0x41675C099F32341bf84BFc5382aF534df5C7461a";
const ENTRY_POINT = "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108";
const FORWARDER = "0xB2b5841DBeF766d4b521221732F9B618fCf34A87";
const ACCOUNT = parseAbi(["function execute(address to, uint256 value, bytes data)"]);
const ZERO = "0x0000000000000000000000000000000000000000";
const NO_BYTES32 = `0x${"0".repeat(64)}`;
const SOON = NOW + 1_800;

/** "baseapp", its length, the schema and the marker of ERC-8021. */
const TAG: Hex = concatHex([toHex("baseapp"), "0x0700", `0x${"8021".repeat(8)}`]);

function tokenCall(data: Hex) {
	try {
		return decodeFunctionData({ abi: TOKEN, data });
	} catch {
		return null;
	}
}

/** Splits a call into two calls for half the amount each; returns `null` if the call sends no amount. */
function halves(step: EvmStep): readonly EvmStep[] | null {
	const { value = 0n, data = "0x", ...rest } = step;
	const parts = (amount: bigint) => [amount / 2n, amount - amount / 2n];
	if (data === "0x") return value < 2n ? null : parts(value).map((part) => ({ ...rest, value: part }));
	const call = tokenCall(data);
	if (call === null || value > 0n) return null;
	if (call.functionName === "transfer") {
		const [to, amount] = call.args;
		if (amount < 2n) return null;
		return parts(amount).map((part) => ({
			...rest,
			data: encodeFunctionData({ abi: TOKEN, functionName: "transfer", args: [to, part] }),
		}));
	}
	if (call.functionName !== "transferFrom" || call.args[2] < 2n) return null;
	const [from, to, amount] = call.args;
	return parts(amount).map((part) => ({
		...rest,
		data: encodeFunctionData({ abi: TOKEN, functionName: "transferFrom", args: [from, to, part] }),
	}));
}

/** Returns the spender and amount of an `approve`; `null` for other calls and for a revocation. */
function approvalIn(data: Hex): readonly [spender: Hex, amount: bigint] | null {
	const call = tokenCall(data);
	return call?.functionName === "approve" && call.args[1] > 0n ? call.args : null;
}

const typedAsk = (typedData: Readonly<Record<string, unknown>>): Ask => ({ form: "typed", typedData });

/**
 * Returns the step of a request with one step; `null` if there are several steps or if the request needs
 * earlier events.
 */
function onlyCall({ steps, before }: EvmAsk): { to: Hex; value: bigint; data: Hex } | null {
	const [step] = steps;
	if (step === undefined || steps.length > 1 || before !== undefined) return null;
	return { to: step.to, value: step.value ?? 0n, data: step.data ?? "0x" };
}

const MEMO_PROGRAM = new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr");

const memo = (text: string) =>
	new TransactionInstruction({ programId: MEMO_PROGRAM, keys: [], data: Buffer.from(text) });

/** Splits a transfer of lamports by the user into two. Other instructions are unchanged. */
function splitLamports(ask: SvmAsk): Ask | null {
	const at = ask.instructions.findIndex(
		({ programId, data, keys }) =>
			programId.equals(SystemProgram.programId) &&
			data.length === 12 &&
			data.readUInt32LE(0) === 2 &&
			keys[0]?.pubkey.toBase58() === SVM_USER,
	);
	const sent = ask.instructions[at];
	if (sent === undefined || ask.cosigners !== undefined) return null;
	const lamports = sent.data.readBigUInt64LE(4);
	if (lamports < 4_000_000n) return null;
	const part = (amount: bigint) => {
		const data = Buffer.from(sent.data);
		data.writeBigUInt64LE(amount, 4);
		return new TransactionInstruction({ programId: sent.programId, keys: sent.keys, data });
	};
	return {
		...ask,
		instructions: ask.instructions.toSpliced(at, 1, part(lamports / 2n), part(lamports - lamports / 2n)),
	};
}

const DISGUISES: readonly Disguise[] = [
	{
		name: "truthfully-declared",
		ask: (ask) =>
			(ask.form === "evm" || ask.form === "svm") && ask.declares === "absent"
				? { ...ask, declares: "truth" }
				: null,
	},
	{
		name: "not-declared",
		ask: (ask) =>
			(ask.form === "evm" || (ask.form === "svm" && ask.more === undefined)) && ask.declares === "truth"
				? { ...ask, declares: "absent" }
				: null,
	},
	{
		name: "tagged",
		ask: ofEvm((ask) =>
			ask.steps.every(({ data = "0x" }) => data.length > 10)
				? {
						...ask,
						steps: ask.steps.map((step) => ({
							...step,
							data: concatHex([step.data ?? "0x", TAG]),
						})),
					}
				: null,
		),
	},
	{
		name: "among-harmless",
		ask: ofEvm((ask) => {
			const harmless: EvmStep = { to: USER, value: 1n, label: "Check the account" };
			return { ...ask, steps: [harmless, ...ask.steps, harmless] };
		}),
	},
	{
		name: "split",
		ask: ofEvm((ask) => {
			const steps = ask.steps.map(halves);
			return steps.every((each) => each === null)
				? null
				: { ...ask, steps: ask.steps.flatMap((step, at) => steps[at] ?? [step]) };
		}),
	},
	{
		name: "called-something-else",
		ask: ofEvm((ask) => ({
			...ask,
			steps: ask.steps.map((step) => ({ ...step, label: "Claim your reward", protocol: "Uniswap" })),
		})),
	},
	{
		name: "meta-transaction",
		ask: ofEvm((ask) => {
			const call = onlyCall(ask);
			if (call === null || call.value > 0n || tokenCall(call.data) === null) return null;
			return typedAsk(
				typed(
					{ name: "Token", version: "1", chainId: 1, verifyingContract: call.to },
					{ MetaTransaction: "uint256 nonce,address from,bytes functionSignature" },
					{ nonce: "0", from: USER, functionSignature: call.data },
				),
			);
		}),
	},
	{
		name: "forwarded",
		ask: ofEvm((ask) => {
			const call = onlyCall(ask);
			if (call === null || tokenCall(call.data) === null) return null;
			return typedAsk(
				typed(
					{ name: "Forwarder", version: "1", chainId: 1, verifyingContract: FORWARDER },
					{
						ForwardRequest:
							"address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data",
					},
					{
						from: USER,
						to: call.to,
						value: call.value.toString(),
						gas: "500000",
						nonce: "0",
						deadline: String(SOON),
						data: call.data,
					},
				),
			);
		}),
	},
	{
		name: "user-operation",
		ask: ofEvm((ask) => {
			const call = onlyCall(ask);
			if (call === null || (call.value === 0n && tokenCall(call.data) === null)) return null;
			return typedAsk(
				typed(
					{ name: "ERC4337", version: "1", chainId: 1, verifyingContract: ENTRY_POINT },
					{
						PackedUserOperation:
							"address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData",
					},
					{
						sender: USER,
						nonce: "0",
						initCode: "0x",
						callData: encodeFunctionData({
							abi: ACCOUNT,
							functionName: "execute",
							args: [call.to, call.value, call.data],
						}),
						accountGasLimits: NO_BYTES32,
						preVerificationGas: "50000",
						gasFees: NO_BYTES32,
						paymasterAndData: "0x",
					},
				),
			);
		}),
	},
	{
		name: "through-a-safe",
		ask: ofEvm((ask) => {
			const call = onlyCall(ask);
			// A Safe without an owner has nothing to lose: only permanent outflows count as much there.
			if (call === null || call.value > 0n || approvalIn(call.data) === null) return null;
			return typedAsk(
				typed(
					{ chainId: 1, verifyingContract: SAFE },
					{
						SafeTx:
							"address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce",
					},
					{
						to: call.to,
						value: "0",
						data: call.data,
						operation: "0",
						safeTxGas: "0",
						baseGas: "0",
						gasPrice: "0",
						gasToken: ZERO,
						refundReceiver: ZERO,
						nonce: "0",
					},
				),
			);
		}),
	},
	{
		name: "permitted",
		ask: ofEvm((ask) => {
			const call = onlyCall(ask);
			const given = call === null ? null : approvalIn(call.data);
			if (call === null || given === null) return null;
			const [spender, amount] = given;
			const most = 2n ** 160n - 1n;
			return typedAsk(
				typed(
					{ name: "Permit2", chainId: 1, verifyingContract: PERMIT2 },
					{
						PermitSingle: "PermitDetails details,address spender,uint256 sigDeadline",
						PermitDetails: "address token,uint160 amount,uint48 expiration,uint48 nonce",
					},
					{
						details: {
							token: call.to,
							amount: (amount > most ? most : amount).toString(),
							expiration: String(SOON),
							nonce: "0",
						},
						spender,
						sigDeadline: String(SOON),
					},
				),
			);
		}),
	},
	{
		name: "with-a-memo",
		ask: ofSvm((ask) =>
			ask.cosigners === undefined
				? { ...ask, instructions: [memo("Refund 4711"), ...ask.instructions, memo("Thank you")] }
				: null,
		),
	},
	{
		name: "version-0",
		ask: ofSvm((ask) =>
			ask.version === "v0" || (ask.lookups ?? []).length > 0 ? null : { ...ask, version: "v0" },
		),
	},
	{ name: "split-lamports", ask: ofSvm(splitLamports) },
];

interface Disguised {
	readonly disguise: string;
	readonly attack: Case;
	readonly case: Case;
}

const disguised = (cases: readonly Case[]): readonly Disguised[] =>
	DISGUISES.flatMap(({ name, ask }) =>
		cases.flatMap((attack) => {
			const changed = attack.kind === "attack" && !dependsOnSession(attack) ? ask(attack.ask) : null;
			return changed === null
				? []
				: [{ disguise: name, attack, case: { ...attack, id: `${attack.id}/${name}`, ask: changed } }];
		}),
	);

/** Whether the request is blocked or requires a typed word. */
export const isStopped = ({ got, word }: Judged): boolean => word || got === "block";

const EVERYWHERE: RuleScope = { accounts: "all", agents: "all", apps: "all", chains: "all" };

/**
 * Returns the network fees that rules count as spent; `null` if a fee is unknown. A disguise has other fees,
 * or none.
 */
function feesIn({ explanation }: Judged): bigint | null {
	const costs = (explanation?.effects?.costs ?? []).map(({ most }) => most);
	return costs.some((most) => most === null)
		? null
		: costs.reduce((sum, most) => sum + BigInt(most ?? 0), 0n);
}

/** Returns an attack's outflows without network fees. An amount is `null` if it has no upper bound. */
function outflowsOf(attack: Judged): readonly (readonly [asset: string, amount: bigint | null])[] {
	const fees = feesIn(attack);
	const { amounts } = addSpends(attack.counted.map(({ spends }) => spends));
	return [...amounts].flatMap(([asset, amount]) => {
		if (asset !== "native") return [[asset, amount] as const];
		return fees === null || amount === null || amount <= fees ? [] : [[asset, amount - fees] as const];
	});
}

/** Creates limits of two thirds of the outflows of an attack, and rules that permit no recipient. */
function rulesAgainst(attack: Judged): readonly Rule[] {
	const common = { id: "rule", name: "Rule", scope: EVERYWHERE };
	const limits = outflowsOf(attack).map(
		([address, amount]): Rule => ({
			...common,
			kind: "spend_once",
			asset: { address, symbol: "", decimals: 18 },
			most: ((amount ?? 0n) * 2n) / 3n,
		}),
	);
	return [
		...limits,
		{ ...common, kind: "recipients", addresses: [], contacts: false },
		{ ...common, kind: "spenders", addresses: [], contacts: false },
		{ ...common, kind: "blocked_recipient", addresses: [addressKey(THIEF), SVM_THIEF] },
		{ ...common, kind: "no_unlimited" },
	];
}

const RULE_CONTEXT: PolicyContext = {
	...NO_RULES,
	request: {
		account: USER,
		chainRef: String(CHAIN_ID),
		apps: null,
		agent: null,
		onLedger: false,
		onlyCostsFee: false,
		instead: null,
	},
	accounts: [USER, SVM_USER],
};

const refuses = (rule: Rule, { counted }: Judged): boolean => refusalBy(rule, RULE_CONTEXT, counted) !== null;

/** Returns the kinds of rules that refuse the attack but not its disguise. */
const evadedBy = (attack: Judged, disguise: Judged): readonly string[] =>
	rulesAgainst(attack)
		.filter((rule) => refuses(rule, attack) && !refuses(rule, disguise))
		.map(({ kind }) => kind);

export interface DisguiseTally {
	readonly disguises: number;
	/** Ids of disguises that pass although the attack does not. */
	readonly milder: readonly string[];
	/** Ids of disguises, each with a kind of rule that refuses the attack but not the disguise. */
	readonly evading: readonly string[];
	/**
	 * Number of disguises that can't be judged because their call fails, although the attack's call does not.
	 */
	readonly faults: number;
}

export async function judgeDisguises(cases: readonly Case[], world: World): Promise<DisguiseTally> {
	const all = disguised(cases);
	const attacks = new Map(
		(await judgeCases([...new Set(all.map(({ attack }) => attack))], world)).map((each) => [
			each.case.id,
			each,
		]),
	);
	const judged = await judgeCases(
		all.map((each) => each.case),
		world,
	);
	const valid = judged.filter(({ fault }) => fault === null);
	const attackOf = (disguise: Judged): Judged | undefined =>
		attacks.get(all.find((one) => one.case.id === disguise.case.id)?.attack.id ?? "");
	const milder = valid.filter((each) => {
		const attack = attackOf(each);
		return attack !== undefined && isStopped(attack) && !isStopped(each);
	});
	const evading = valid.flatMap((each) => {
		const attack = attackOf(each);
		const kinds = attack?.fault === null ? evadedBy(attack, each) : [];
		return kinds.map((kind) => `${each.case.id}: ${kind}`);
	});
	return {
		disguises: valid.length,
		milder: milder.map((each) => each.case.id),
		evading,
		faults: judged.length - valid.length,
	};
}
