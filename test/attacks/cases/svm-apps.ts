import { createCloseAccountInstruction } from "@solana/spl-token";
import type { Case } from "../case.ts";
import * as at from "../world/svm/addresses.ts";
import { jupiterSwap, marinadeStake, orcaSwap, raydiumSwap, THIEF_WSOL } from "../world/svm/apps.ts";
import { changes } from "../world/svm/instructions.ts";
import { svmAttack, svmHonest } from "./svm-tools.ts";

/** Well-known apps, called with instructions from their published interfaces. */

const READ = "Read whole by the program's published interface, and both simulations show just that.";
const unwrap = createCloseAccountInstruction(at.MY_WSOL, at.ME, at.ME);

const honest: readonly Case[] = [
	svmHonest({
		id: "app/jupiter-swap",
		label: "caution",
		title: "Swaps 150 USDC for at least 0.995 SOL on Jupiter.",
		why: READ,
		does: [jupiterSwap()],
	}),
	svmHonest({
		id: "app/jupiter-swap-and-unwrap",
		label: "caution",
		title: "The same with the wrapped SOL unwrapped at the end.",
		why: READ,
		does: [jupiterSwap(), unwrap],
	}),
	svmHonest({
		id: "app/orca-swap",
		label: "caution",
		title: "Swaps 150 USDC for at least 0.99 SOL on Orca.",
		why: READ,
		does: [orcaSwap(at.units(150), at.lamports(0.99))],
	}),
	svmHonest({
		id: "app/marinade-stake",
		label: "caution",
		title: "Stakes 2 SOL with Marinade, for mSOL.",
		why: READ,
		does: [marinadeStake()],
	}),
];

const LANDS_OTHERWISE = "What a program does when it lands is not what a simulation shows";

const attacks: readonly Case[] = [
	svmAttack({
		id: "app/jupiter-pays-thief",
		label: "danger",
		title: "A swap on Jupiter whose SOL goes to the thief's account, as the service says.",
		why: "Drainers route swaps of well-known apps to themselves: whoever receives is what matters.",
		does: [jupiterSwap({ to: THIEF_WSOL })],
	}),
	svmAttack({
		id: "app/jupiter-surplus-byte",
		label: "danger",
		title: "A swap on Jupiter with one byte more than its interface tells.",
		why: `${LANDS_OTHERWISE}; what is not read to its last byte is not read.`,
		does: [jupiterSwap({ tail: Buffer.from([0]) })],
	}),
	svmAttack({
		id: "app/jupiter-another-account",
		label: "danger",
		title: "A swap on Jupiter that is also handed the user's USDT account to change.",
		why: `${LANDS_OTHERWISE}; the pools on the way could take of whatever account is handed over.`,
		does: [jupiterSwap({ more: [changes(at.MY_USDT)] })],
	}),
	svmAttack({
		id: "app/orca-takes-more",
		label: "danger",
		title: "A swap of 100 USDC on Orca by its bytes; both simulations show 150 to leave.",
		why: "What happens is not what is asked: the program is not the one that its interface tells of.",
		does: [orcaSwap(at.units(100), at.lamports(0.6))],
	}),
	svmAttack({
		id: "app/orca-no-least",
		label: "danger",
		title: "A swap on Orca that accepts any amount, down to nothing.",
		why: "Whoever orders the block takes all of the difference (sandwich); both simulations show a fair price.",
		does: [orcaSwap(at.units(150), 0n)],
	}),
	svmAttack({
		id: "app/raydium-dust",
		label: "danger",
		title: "Swaps 4 000 of 5 000 USDC for a speck of BONK in somebody's pool on Raydium.",
		why: "Anybody may open a pool of a well-known app, at any price.",
		does: [raydiumSwap(at.units(4_000), 1n)],
	}),
	svmAttack({
		id: "app/marinade-for-thief",
		label: "danger",
		title: "Stakes 2 SOL with Marinade; the mSOL is for the thief's account.",
		why: "Whoever receives is what matters.",
		does: [marinadeStake(THIEF_WSOL)],
		declares: "nothing",
	}),
];

export const cases: readonly Case[] = [...attacks, ...honest];
