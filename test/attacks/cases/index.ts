import type { Case } from "../case.ts";
import { cases as evmAllowed } from "./evm-allowed.ts";
import { cases as evmHidden } from "./evm-hidden.ts";
import { cases as honestEarn } from "./evm-honest-earn.ts";
import { cases as honestOwn } from "./evm-honest-own.ts";
import { cases as honestSwaps } from "./evm-honest-swaps.ts";
import { cases as honestWallet } from "./evm-honest-wallet.ts";
import { cases as honestWords } from "./evm-honest-words.ts";
import { cases as evmImitated } from "./evm-imitated.ts";
import { cases as evmOwned } from "./evm-owned.ts";
import { cases as evmPaid } from "./evm-paid.ts";
import { cases as evmPositionsV4 } from "./evm-positions-v4.ts";
import { cases as evmUnread } from "./evm-unread.ts";
import { cases as evmWords } from "./evm-words.ts";
import { cases as messageTexts } from "./message-attacks-text.ts";
import { cases as messageTyped } from "./message-attacks-typed.ts";
import { cases as messageCarried } from "./message-carried.ts";
import { cases as messageHonest } from "./message-honest.ts";
import { cases as sample } from "./sample.ts";
import { cases as svmApps } from "./svm-apps.ts";
import { cases as svmPrograms } from "./svm-attacks-programs.ts";
import { cases as svmStake } from "./svm-attacks-stake.ts";
import { cases as svmTokens } from "./svm-attacks-tokens.ts";
import { cases as svmWallet } from "./svm-attacks-wallet.ts";
import { cases as svmHonest } from "./svm-honest.ts";

/** All cases of the corpus. */
export const CASES: readonly Case[] = [
	...sample,
	...evmUnread,
	...evmAllowed,
	...evmPaid,
	...evmPositionsV4,
	...evmHidden,
	...evmOwned,
	...evmImitated,
	...evmWords,
	...svmPrograms,
	...svmApps,
	...svmStake,
	...svmTokens,
	...svmWallet,
	...svmHonest,
	...honestWallet,
	...honestSwaps,
	...honestEarn,
	...honestOwn,
	...honestWords,
	...messageTexts,
	...messageTyped,
	...messageCarried,
	...messageHonest,
];
