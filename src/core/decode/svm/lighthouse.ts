import { bytesToHex } from "@noble/hashes/utils.js";
import { message } from "../../message.ts";
import { Unread } from "./data-reader.ts";
import { arg, type Decoder, plainOther } from "./meaning.ts";

/**
 * Assertions of the Lighthouse program: each fails the transaction unless an account is as stated, and neither signs
 * nor writes. Instructions 0 and 1 write to an account that somebody pays for, so they stay unknown like all others.
 * Source: Jac0xb/lighthouse, programs/lighthouse/src/instruction.rs (commit 4c579479c98635e419b1b167f08be02a71604a71).
 */

/** By the first byte of the data. */
const ASSERTIONS: Readonly<Record<number, string>> = {
	2: "AssertAccountData",
	3: "AssertAccountDataMulti",
	4: "AssertAccountDelta",
	5: "AssertAccountInfo",
	6: "AssertAccountInfoMulti",
	7: "AssertMintAccount",
	8: "AssertMintAccountMulti",
	9: "AssertTokenAccount",
	10: "AssertTokenAccountMulti",
	11: "AssertStakeAccount",
	12: "AssertStakeAccountMulti",
	13: "AssertUpgradeableLoaderAccount",
	14: "AssertUpgradeableLoaderAccountMulti",
	15: "AssertSysvarClock",
	16: "AssertMerkleTreeAccount",
	17: "AssertBubblegumTreeConfigAccount",
};

/** Reads the kind of an assertion and shows the rest as bytes: whatever they state, an assertion moves nothing. */
export const decodeLighthouse: Decoder = (data, accounts) => {
	const name = ASSERTIONS[data.u8()];
	if (name === undefined) throw new Unread();
	const asserted = bytesToHex(data.rest());
	const [target] = accounts.all;
	const text =
		target === undefined ? message("svm.assert") : message("svm.assert.account", { account: target.pubkey });
	return plainOther(name, text, ["asserted account"], [arg("assertion", "bytes", `0x${asserted}`)]);
};
