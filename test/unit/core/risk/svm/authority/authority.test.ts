import { AuthorityType, createSetAuthorityInstruction } from "@solana/spl-token";
import {
	Authorized,
	Lockup,
	PublicKey,
	StakeProgram,
	SystemProgram,
	TransactionInstruction,
} from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import {
	key,
	ME,
	MY_TOKENS,
	me,
	PROGRAM,
	svmFacts,
	svmFinding,
	svmGeneral,
	text,
	wallet,
	YOU,
} from "../../../review/svm-scene.ts";

const GRAVE = { severity: "danger", needsWord: true, stake: { kind: "address", address: text(YOU) } };
const MILD = { severity: "caution", needsWord: false };
const STAKE = key(13);
const SECOND = key(31);
const who = me({ accounts: [text(ME), text(SECOND)] });

const authorize = (to: PublicKey, index = 1) =>
	StakeProgram.authorize({
		stakePubkey: STAKE,
		authorizedPubkey: ME,
		newAuthorizedPubkey: to,
		stakeAuthorizationType: { index },
	}).instructions;

const initialize = (withdrawer: PublicKey, lockup = new Lockup(0, 0, key(0)), staker = withdrawer) =>
	StakeProgram.initialize({
		stakePubkey: STAKE,
		authorized: new Authorized(staker, withdrawer),
		lockup,
	});

function lockup(time: bigint, custodian: PublicKey | null): TransactionInstruction {
	const data = Buffer.alloc(15 + (custodian === null ? 0 : 32));
	data.writeUInt32LE(6, 0);
	data.writeUInt8(1, 4);
	data.writeBigInt64LE(time, 5);
	data.writeUInt8(0, 13);
	data.writeUInt8(custodian === null ? 0 : 1, 14);
	custodian?.toBuffer().copy(data, 15);
	const keys = [STAKE, ME].map((pubkey, at) => ({ pubkey, isSigner: at === 1, isWritable: at === 0 }));
	return new TransactionInstruction({ programId: StakeProgram.programId, keys, data });
}

const kept = (custodian: PublicKey) =>
	svmFacts({}, [
		[
			STAKE,
			{
				...wallet(),
				data: {
					kind: "stake",
					staker: text(ME),
					withdrawer: text(ME),
					lockup: { time: 1n, epoch: 0n, custodian: text(custodian) },
				},
			},
		],
	]);

describe("a right that goes to somebody else", () => {
	it.each([0, 1])("requires a typed word and names them: of a stake, %s", (index) => {
		expect(svmGeneral("control", authorize(YOU, index), { who })).toMatchObject(GRAVE);
	});

	it("requires a typed word if the user has authority over another owner's account", () => {
		const data = { kind: "stake", staker: text(ME), withdrawer: text(key(60)), lockup: null } as const;
		const facts = svmFacts({}, [[STAKE, { ...wallet(), data }]]);
		expect(svmGeneral("control", authorize(YOU, 0), { who, facts })).toMatchObject(GRAVE);
	});

	it("requires a typed word for a program's new code, and names the account that holds it", () => {
		const [program, buffer] = [key(61), YOU];
		const accounts = [key(62), program, buffer, ME, key(63), key(64)];
		const upgrade = new TransactionInstruction({
			programId: new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111"),
			keys: [...accounts, ME].map((pubkey, at) => ({
				pubkey,
				isSigner: at === accounts.length,
				isWritable: at < 4,
			})),
			data: Buffer.from([3, 0, 0, 0]),
		});
		expect(svmGeneral("control", [upgrade], { who })).toMatchObject({
			...GRAVE,
			text: { code: "finding.control.runs", params: { over: text(program) } },
		});
	});

	it("requires a typed word if a stake or a nonce account is set up for them", () => {
		expect(svmGeneral("control", [initialize(YOU)], { who })).toMatchObject(GRAVE);
		expect(svmGeneral("control", [initialize(ME, undefined, YOU)], { who })).toMatchObject(GRAVE);
		const nonce = SystemProgram.nonceInitialize({ noncePubkey: key(12), authorizedPubkey: YOU });
		expect(svmFinding("nonce-account", [nonce], { who })).toMatchObject(GRAVE);
	});

	it("requires a typed word if it is given up forever", () => {
		const none = createSetAuthorityInstruction(MY_TOKENS, ME, AuthorityType.MintTokens, null);
		expect(svmGeneral("control", [none], { who })).toMatchObject({ severity: "danger", needsWord: true });
	});

	it("is reported, without a typed word, if it goes to another account of the user's", () => {
		expect(svmGeneral("control", authorize(SECOND), { who })).toMatchObject(MILD);
		const owner = createSetAuthorityInstruction(MY_TOKENS, ME, AuthorityType.AccountOwner, SECOND);
		expect(svmGeneral("control", [owner], { who })).toMatchObject(MILD);
	});

	it("is not found if the user sets up a stake for themselves, without a lockup", () => {
		expect(svmGeneral("control", [initialize(ME)], { who })).toBeUndefined();
	});

	it("is the worst of several", () => {
		expect(svmGeneral("control", [...authorize(SECOND), ...authorize(YOU)], { who })).toMatchObject(GRAVE);
	});
});

describe("a stake's lockup", () => {
	it("requires a typed word with another custodian", () => {
		expect(svmGeneral("control", [lockup(9n, YOU)], { who })).toMatchObject(GRAVE);
		expect(svmGeneral("control", [initialize(ME, new Lockup(9, 0, YOU))], { who })).toMatchObject(GRAVE);
		expect(svmGeneral("control", [lockup(9n, null)], { who, facts: kept(YOU) })).toMatchObject(GRAVE);
	});

	it("requires a typed word with an unknown custodian", () => {
		for (const facts of [null, svmFacts()])
			expect(svmGeneral("control", [lockup(9n, null)], { who, facts })).toMatchObject({
				severity: "danger",
				needsWord: true,
			});
	});

	it("is reported, without a typed word, if the user is custodian", () => {
		expect(svmGeneral("control", [lockup(9n, ME)], { who })).toMatchObject(MILD);
		expect(svmGeneral("control", [lockup(9n, null)], { who, facts: kept(ME) })).toMatchObject(MILD);
	});

	it("is ignored once it ended", () => {
		expect(svmGeneral("control", [lockup(0n, null)], { who, facts: kept(YOU) })).toBeUndefined();
	});
});

describe("an account given to a program", () => {
	const assigned = (base: PublicKey, programId = PROGRAM) =>
		SystemProgram.assign({ accountPubkey: key(40), basePubkey: base, seed: "s", programId });

	it("requires a typed word if it is derived from the user's", () => {
		expect(svmGeneral("control", [assigned(ME)])).toMatchObject({ severity: "danger", needsWord: true });
		expect(svmGeneral("control", [assigned(YOU)])).toBeUndefined();
	});

	it("is not found if a later step sets it up for the user", () => {
		const open = StakeProgram.initialize({ stakePubkey: key(40), authorized: new Authorized(ME, ME) });
		expect(svmGeneral("control", [assigned(ME, StakeProgram.programId), open])).toBeUndefined();
		const theirs = StakeProgram.initialize({ stakePubkey: key(40), authorized: new Authorized(YOU, YOU) });
		expect(svmGeneral("control", [assigned(ME, StakeProgram.programId), theirs])).toBeDefined();
	});

	it("is not found if a stake of the user's is split into it, and is found for somebody else's", () => {
		const split = (facts: ReturnType<typeof kept>) => {
			const { instructions } = StakeProgram.splitWithSeed({
				stakePubkey: STAKE,
				authorizedPubkey: ME,
				splitStakePubkey: key(40),
				basePubkey: ME,
				seed: "s",
				lamports: 5,
			});
			return svmGeneral("control", instructions, { facts });
		};
		expect(split(kept(ME))).toBeUndefined();
		expect(split(kept(YOU))).toBeDefined();
		expect(split(svmFacts())).toBeDefined();
	});
});
