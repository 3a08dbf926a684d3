import { PublicKey, StakeProgram, SystemProgram, TransactionInstruction } from "@solana/web3.js";
import { describe, expect, it } from "vitest";
import type { DevicePlan } from "../../../../src/core/decoded-transaction/device-plan.ts";
import { devicePlanOf } from "../../../../src/core/device/plans.ts";
import { message } from "../../../../src/core/localized-text.ts";
import { built, key, ME, text, YOU } from "../review/svm-scene.ts";
import { deviceFacts } from "./recorded.ts";

/** The instruction kinds that the real Solana app 1.9.0 signed with blind signing off, page by page. */

const ACCOUNT = key(40);
const MINT = new PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
const OTHER_MINT = key(41);
const VOTE = key(42);
const NONCE = key(43);
const TOKEN = new PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
const ASSOCIATED = new PublicKey("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");

const solana = deviceFacts("1.9.0", false, { path: "m/44'/501'/0'" });
const planOf = (instructions: readonly TransactionInstruction[]): DevicePlan =>
	devicePlanOf(
		{ kind: "svm_transaction", signer: text(ME), transaction_base64: built(instructions), lookups: [] },
		text(ME),
		solana,
	);

function token(data: readonly number[], keys: readonly PublicKey[]): TransactionInstruction {
	return new TransactionInstruction({
		programId: TOKEN,
		keys: keys.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(ME), isWritable: true })),
		data: Buffer.from(data),
	});
}

/** Amount of 5 base units, for a token with 6 decimals. */
const FIVE = [5, 0, 0, 0, 0, 0, 0, 0, 6];
const approve = (mint = MINT, owner = ME) => token([13, ...FIVE], [ACCOUNT, mint, YOU, owner]);
const stake = ({ instructions: [only] }: { instructions: TransactionInstruction[] }) => only ?? token([], []);
const advance = SystemProgram.nonceAdvance({ noncePubkey: NONCE, authorizedPubkey: ME });
const sending = SystemProgram.transfer({ fromPubkey: ME, toPubkey: YOU, lamports: 5 });

const KINDS: readonly [string, readonly TransactionInstruction[], readonly [string, string][]][] = [
	[
		"assign",
		[SystemProgram.assign({ accountPubkey: ME, programId: VOTE })],
		[
			["Assign acct", text(ME)],
			["To program", text(VOTE)],
		],
	],
	[
		"allocate",
		[SystemProgram.allocate({ accountPubkey: ME, space: 165 })],
		[
			["Allocate acct", text(ME)],
			["Data size", "165"],
		],
	],
	[
		"an associated token account",
		[
			new TransactionInstruction({
				programId: ASSOCIATED,
				keys: [ME, ACCOUNT, YOU, MINT, SystemProgram.programId, TOKEN].map((pubkey) => ({
					pubkey,
					isSigner: pubkey.equals(ME),
					isWritable: false,
				})),
				data: Buffer.alloc(0),
			}),
		],
		[
			["Create token account", text(ACCOUNT)],
			["For", text(YOU)],
			["Token address", text(MINT)],
			["Funded by", text(ME)],
		],
	],
	[
		"approveChecked",
		[approve()],
		[
			["Approve delegate", text(YOU)],
			["Allowance", "0.000005 USDC"],
			["Token address", text(MINT)],
			["From (token account)", text(ACCOUNT)],
		],
	],
	["revoke", [token([5], [ACCOUNT, ME])], [["Revoke delegate", text(ACCOUNT)]]],
	[
		"closeAccount",
		[token([9], [ACCOUNT, YOU, ME])],
		[
			["Close token account", text(ACCOUNT)],
			["Withdraw to", text(YOU)],
		],
	],
	[
		"setAuthority",
		[token([6, 2, 1, ...YOU.toBytes()], [ACCOUNT, ME])],
		[
			["Set authority", text(ACCOUNT)],
			["Type", "Owner"],
			["Authority", text(YOU)],
		],
	],
	[
		"burnChecked",
		[token([15, ...FIVE], [ACCOUNT, MINT, ME])],
		[
			["Burn tokens", "0.000005 USDC"],
			["Token address", text(MINT)],
			["From (token account)", text(ACCOUNT)],
		],
	],
	[
		"a delegation of stake",
		[stake(StakeProgram.delegate({ stakePubkey: ACCOUNT, authorizedPubkey: ME, votePubkey: VOTE }))],
		[
			["Delegate from", text(ACCOUNT)],
			["Vote account", text(VOTE)],
		],
	],
	[
		"a deactivation of stake",
		[stake(StakeProgram.deactivate({ stakePubkey: ACCOUNT, authorizedPubkey: ME }))],
		[["Deactivate stake", text(ACCOUNT)]],
	],
	[
		"a withdrawal of stake",
		[
			stake(
				StakeProgram.withdraw({ stakePubkey: ACCOUNT, authorizedPubkey: ME, toPubkey: YOU, lamports: 5 }),
			),
		],
		[
			["Stake withdraw", "0.000000005 SOL"],
			["From", text(ACCOUNT)],
			["To", text(YOU)],
		],
	],
	[
		"another authority over stake",
		[
			stake(
				StakeProgram.authorize({
					stakePubkey: ACCOUNT,
					authorizedPubkey: ME,
					newAuthorizedPubkey: YOU,
					stakeAuthorizationType: { index: 1 },
				}),
			),
		],
		[
			["Set stake auth", text(ACCOUNT)],
			["New withdraw auth", text(YOU)],
		],
	],
];

const PARTIAL: typeof KINDS = [
	[
		"an account with a seed",
		[
			SystemProgram.createAccountWithSeed({
				fromPubkey: ME,
				newAccountPubkey: ACCOUNT,
				basePubkey: ME,
				seed: "savings",
				lamports: 5,
				space: 10,
				programId: VOTE,
			}),
		],
		[
			["Create account", text(ACCOUNT)],
			["Deposit", "0.000000005 SOL"],
		],
	],
	[
		"a transfer that uses up a nonce",
		[advance, sending],
		[
			["Transfer", "0.000000005 SOL"],
			["Recipient", text(YOU)],
		],
	],
];

const rows = ({ pages }: DevicePlan) => pages.map(({ title, text: below }) => [title, below]);

describe("Solana 1.9.0's display with blind signing off", () => {
	it.each(KINDS)("of %s is predicted in full", (_, instructions, pages) => {
		const plan = planOf(instructions);
		expect(plan).toMatchObject({ sight: "clear", needsBlindSigning: false });
		expect(rows(plan)).toEqual([...pages, ["Approve", ""]]);
	});

	it.each(PARTIAL)("of %s is predicted, with a note that something is omitted", (_, instructions, pages) => {
		const plan = planOf(instructions);
		expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: false });
		expect(rows(plan)).toEqual([...pages, ["Approve", ""]]);
	});

	it.each([
		["tokens whose ticker on the device is not known", approve(OTHER_MINT)],
		["an owner that is not the account, who has a page of their own", approve(MINT, VOTE)],
		["several signers", token([13, ...FIVE], [ACCOUNT, MINT, YOU, VOTE, ME])],
		["other decimals than the token has", token([13, 5, 0, 0, 0, 0, 0, 0, 0, 9], [ACCOUNT, MINT, YOU, ME])],
	])("of %s is predicted by its titles only", (_, instruction) => {
		const plan = planOf([instruction]);
		expect(plan).toMatchObject({ sight: "blind", needsBlindSigning: false, pages: [] });
		expect(plan.text).toEqual(
			message("device-plan.svm.summary", {
				titles: ["Approve delegate", "Allowance", "Token address", "From (token account)"],
			}),
		);
	});

	it("is unknown for an authority type without a name in the app", () => {
		expect(planOf([token([6, 9, 1, ...YOU.toBytes()], [ACCOUNT, ME])])).toMatchObject({ pages: [] });
		expect(planOf([token([6, 2, 0], [ACCOUNT, ME])])).toMatchObject({ pages: [] });
	});
});
