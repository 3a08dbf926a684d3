import {
	AuthorityType,
	createApproveCheckedInstruction,
	createAssociatedTokenAccountIdempotentInstruction,
	createAssociatedTokenAccountInstruction,
	createBurnInstruction,
	createCloseAccountInstruction,
	createMintToCheckedInstruction,
	createRevokeInstruction,
	createSetAuthorityInstruction,
	createSyncNativeInstruction,
	createTransferCheckedInstruction,
	createTransferInstruction,
	TOKEN_2022_PROGRAM_ID,
} from "@solana/spl-token";
import {
	AddressLookupTableProgram,
	Authorized,
	ComputeBudgetProgram,
	Lockup,
	PublicKey,
	StakeProgram,
	SystemProgram,
	VoteProgram,
} from "@solana/web3.js";
import type { Case } from "../case.ts";
import * as at from "../world/svm/addresses.ts";
import * as ix from "../world/svm/instructions.ts";
import { svmHonest } from "./svm-tools.ts";

/** Requests of honest Solana applications, all truthfully declared. */

const pay = (to: PublicKey, amount: bigint) =>
	SystemProgram.transfer({ fromPubkey: at.ME, toPubkey: to, lamports: amount });
const memo = (text: string) =>
	ix.call(new PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"), [ix.signs(at.ME)], Buffer.from(text));
/**
 * Returns a compute budget as wallets set it: a limit close to the actual use, and a price for a busy hour.
 */
const budget = (microLamports = 50_000) => [
	ComputeBudgetProgram.setComputeUnitLimit({ units: 200_000 }),
	ComputeBudgetProgram.setComputeUnitPrice({ microLamports }),
];
const openFor = (owner: PublicKey, mint: PublicKey, program?: PublicKey) =>
	createAssociatedTokenAccountIdempotentInstruction(
		at.ME,
		at.ataOf(owner, mint, program),
		owner,
		mint,
		program,
	);
const sendUsdc = (owner: PublicKey, amount: number) =>
	createTransferCheckedInstruction(at.MY_USDC, at.USDC, at.ataOf(owner, at.USDC), at.ME, at.units(amount), 6);

const sends: readonly Case[] = [
	svmHonest({
		id: "send/sol-to-friend",
		label: "info",
		title: "Sends 1 of 100 SOL to a friend.",
		why: "The plainest request; no wallet warns of it.",
		does: [...budget(), pay(at.FRIEND, at.SOL)],
	}),
	svmHonest({
		id: "send/sol-to-shop",
		label: "info",
		title: "Pays a shop 0.35 SOL for the first time.",
		why: "Every payment has a first time; that there is no account yet is told.",
		does: [...budget(), pay(at.SHOP, at.lamports(0.35))],
	}),
	svmHonest({
		id: "send/sol-to-own-account",
		label: "info",
		title: "Moves 80 of 100 SOL to the user's own second account.",
		why: "What stays with the user is no loss, however much it is.",
		does: [...budget(), pay(at.MY_SECOND, 80n * at.SOL)],
	}),
	svmHonest({
		id: "send/usdc-to-friend",
		label: "info",
		title: "Sends 120 of 5 000 USDC to a friend.",
		why: "The plainest request with a token.",
		does: [...budget(), openFor(at.FRIEND, at.USDC), sendUsdc(at.FRIEND, 120)],
	}),
	svmHonest({
		id: "send/usdc-with-memo",
		label: "info",
		title: "Pays a shop 49.90 USDC with a memo, as Solana Pay asks.",
		why: "Solana Pay: a transfer, a reference and a memo.",
		does: [
			...budget(),
			memo("order 5531"),
			Object.assign(sendUsdc(at.SHOP, 49.9), {
				keys: [...sendUsdc(at.SHOP, 49.9).keys, ix.reads(at.corpusKeypair("reference").publicKey)],
			}),
		],
	}),
	svmHonest({
		id: "send/usdt-opens-account",
		label: "info",
		title: "Sends 30 of 1 000 USDT to somebody who has no account of it yet.",
		why: "The rent of a new account is told; it is part of any first payment.",
		does: [
			...budget(),
			openFor(at.SHOP, at.USDT),
			createTransferCheckedInstruction(
				at.MY_USDT,
				at.USDT,
				at.ataOf(at.SHOP, at.USDT),
				at.ME,
				at.units(30),
				6,
			),
		],
	}),
	svmHonest({
		id: "send/pyusd",
		label: "info",
		title: "Sends 75 of 500 PYUSD, a token of Token-2022 with powers of its issuer, to a friend.",
		why: "Whoever sends it on holds it already; its issuer's powers are known.",
		does: [
			...budget(),
			createTransferCheckedInstruction(
				at.MY_PYUSD,
				at.PYUSD,
				at.ataOf(at.FRIEND, at.PYUSD, TOKEN_2022_PROGRAM_ID),
				at.ME,
				at.units(75),
				6,
				[],
				TOKEN_2022_PROGRAM_ID,
			),
		],
	}),
	svmHonest({
		id: "send/payroll",
		label: "info",
		title: "Pays three people and a shop in one transaction.",
		why: "A batch of plain payments is no graver than its parts.",
		does: [
			...budget(),
			sendUsdc(at.FRIEND, 200),
			sendUsdc(at.SHOP, 150),
			pay(at.FRIEND, at.lamports(0.05)),
			memo("July"),
		],
	}),
	svmHonest({
		id: "send/payroll-as-token-batch",
		label: "info",
		title: "Pays a friend and a shop by one batch of the Token program.",
		why: "The batch is read as what it holds: two plain transfers.",
		does: [
			...budget(),
			ix.tokenBatch([
				createTransferInstruction(at.MY_USDC, at.ataOf(at.FRIEND, at.USDC), at.ME, at.units(20)),
				createTransferInstruction(at.MY_USDC, at.ataOf(at.SHOP, at.USDC), at.ME, at.units(35)),
			]),
		],
	}),
	svmHonest({
		id: "send/two-transactions",
		label: "caution",
		title: "An action of two transactions: 0.2 SOL and 40 USDC to a friend.",
		why: "The second one can't be simulated on top of the first, which may be told; both are read whole.",
		does: [pay(at.FRIEND, at.lamports(0.2))],
		more: [[sendUsdc(at.FRIEND, 40)]],
	}),
	svmHonest({
		id: "send/by-lookup-table",
		label: "info",
		title: "Sends 0.5 SOL and 25 USDC to a friend, whose addresses a lookup table names.",
		why: "Versioned transactions are the rule; the recipient is a contact once the table is read.",
		does: [...budget(), pay(at.FRIEND, at.lamports(0.5)), sendUsdc(at.FRIEND, 25)],
		lookups: [at.TABLE.toBase58()],
	}),
	svmHonest({
		id: "send/busy-hour",
		label: "info",
		title: "Sends 2 SOL to a friend with a priority fee of 0.002 SOL.",
		why: "Ten thousand lamports to a few million are usual when the network is busy.",
		does: [...budget(10_000_000), pay(at.FRIEND, 2n * at.SOL)],
	}),
	svmHonest({
		id: "send/as-bytes",
		label: "info",
		title: "Asks to sign a payment of 10 USDC to a friend as bytes.",
		why: "A venue-built transfer that is read whole and simulated by us.",
		does: [...budget(), sendUsdc(at.FRIEND, 10)],
		declares: "absent",
	}),
	svmHonest({
		id: "send/all-usdc-to-own-account",
		label: "info",
		title: "Moves all 5 000 USDC to the user's own second account.",
		why: "What stays with the user is no loss, however much it is.",
		does: [...budget(), openFor(at.MY_SECOND, at.USDC), sendUsdc(at.MY_SECOND, 5_000)],
	}),
	svmHonest({
		id: "send/nft-to-friend",
		label: "caution",
		title: "Gives the only piece of a collection to a friend.",
		why: "All of a holding is worth a look; to a contact it is no danger.",
		does: [
			...budget(),
			openFor(at.FRIEND, at.NFT),
			createTransferCheckedInstruction(
				at.ataOf(at.ME, at.NFT),
				at.NFT,
				at.ataOf(at.FRIEND, at.NFT),
				at.ME,
				1n,
				0,
			),
		],
	}),
	svmHonest({
		id: "send/versioned",
		label: "info",
		title: "Sends 0.7 SOL to a friend in a versioned transaction without a lookup table.",
		why: "The version alone means nothing.",
		does: [...budget(), pay(at.FRIEND, at.lamports(0.7))],
		version: "v0",
	}),
	svmHonest({
		id: "send/nearly-all-usdt-to-friend",
		label: "caution",
		title: "Sends 900 of 1 000 USDT to a friend who was paid before.",
		why: "Most of a holding is worth a look; to a contact it is no danger.",
		does: [
			...budget(),
			createTransferCheckedInstruction(
				at.MY_USDT,
				at.USDT,
				at.ataOf(at.FRIEND, at.USDT),
				at.ME,
				at.units(900),
				6,
			),
		],
	}),
];

const wallet: readonly Case[] = [
	svmHonest({
		id: "wallet/wrap",
		label: "info",
		title: "Wraps 2 SOL into the user's own account.",
		why: "What exchanges ask for first; it stays the user's.",
		does: [
			...budget(),
			openFor(at.ME, at.WSOL),
			pay(at.MY_WSOL, 2n * at.SOL),
			createSyncNativeInstruction(at.MY_WSOL),
		],
	}),
	svmHonest({
		id: "wallet/unwrap",
		label: "info",
		title: "Closes the account of wrapped SOL; its 4 SOL come back to the wallet.",
		why: "What is wrapped comes back to its owner.",
		does: [...budget(), createCloseAccountInstruction(at.MY_WSOL, at.ME, at.ME)],
	}),
	svmHonest({
		id: "wallet/close-empty",
		label: "info",
		title: "Closes an empty account; its rent comes back.",
		why: "Tidying up: nothing is lost.",
		does: [createCloseAccountInstruction(at.MY_EMPTY, at.ME, at.ME)],
	}),
	svmHonest({
		id: "wallet/burn-junk",
		label: "caution",
		title: "Burns something that was sent unasked, and closes its account.",
		why: "What every wallet offers for junk; that it is gone for good may be told.",
		does: [
			createBurnInstruction(at.ataOf(at.ME, at.JUNK), at.JUNK, at.ME, 1n),
			createCloseAccountInstruction(at.ataOf(at.ME, at.JUNK), at.ME, at.ME),
		],
	}),
	svmHonest({
		id: "wallet/revoke",
		label: "info",
		title: "Takes back what the shop may take of the USDT account.",
		why: "Revoking never makes anything worse.",
		does: [createRevokeInstruction(at.MY_USDT, at.ME)],
	}),
	svmHonest({
		id: "wallet/tidy-up",
		label: "info",
		title: "Takes back a permission, and closes an empty account.",
		why: "Both make things safer or tidier.",
		does: [
			createRevokeInstruction(at.MY_USDT, at.ME),
			createCloseAccountInstruction(at.MY_EMPTY, at.ME, at.ME),
		],
	}),
	svmHonest({
		id: "wallet/allow-friend-a-little",
		label: "caution",
		title: "Lets a friend take 15 of 5 000 USDC later.",
		why: "A bounded permission for a contact; a delegate is unusual on Solana and may be told.",
		does: [createApproveCheckedInstruction(at.MY_USDC, at.USDC, at.FRIEND, at.ME, at.units(15), 6)],
	}),
	svmHonest({
		id: "wallet/new-account-for-usdt",
		label: "info",
		title: "Opens an account of a token for a shop.",
		why: "Costs rent, and nothing else.",
		does: [createAssociatedTokenAccountInstruction(at.ME, at.ataOf(at.SHOP, at.USDT), at.SHOP, at.USDT)],
	}),
	svmHonest({
		id: "wallet/memo",
		label: "info",
		title: "Writes a memo, and nothing else.",
		why: "A text on the chain; it moves nothing.",
		does: [memo("I was here.")],
	}),
];

const stakes: readonly Case[] = [
	svmHonest({
		id: "stake/new",
		label: "caution",
		title: "Stakes 10 SOL in a new account that the user rules alone.",
		why: "What every wallet's stake button asks for; the lockup is nobody's and not in force.",
		does: [
			...budget(),
			...StakeProgram.createAccountWithSeed({
				fromPubkey: at.ME,
				basePubkey: at.ME,
				seed: at.STAKE_SEED,
				stakePubkey: at.NEW_STAKE,
				lamports: Number(10n * at.SOL),
				authorized: new Authorized(at.ME, at.ME),
				lockup: new Lockup(0, 0, PublicKey.default),
			}).instructions,
			...StakeProgram.delegate({
				stakePubkey: at.NEW_STAKE,
				authorizedPubkey: at.ME,
				votePubkey: at.VALIDATOR,
			}).instructions,
		],
	}),
	svmHonest({
		id: "stake/delegate",
		label: "info",
		title: "Delegates an idle stake to a validator.",
		why: "The stake stays the user's; whom it is lent to is told.",
		does: [
			...StakeProgram.delegate({
				stakePubkey: at.MY_IDLE_STAKE,
				authorizedPubkey: at.ME,
				votePubkey: at.VALIDATOR,
			}).instructions,
		],
	}),
	svmHonest({
		id: "stake/deactivate",
		label: "info",
		title: "Ends the delegation of a stake.",
		why: "Nothing moves, and it can be delegated again.",
		does: [...StakeProgram.deactivate({ stakePubkey: at.MY_STAKE, authorizedPubkey: at.ME }).instructions],
	}),
	svmHonest({
		id: "stake/withdraw",
		label: "info",
		title: "Withdraws 12 SOL of idle stake to the wallet.",
		why: "The stake comes back to its owner.",
		does: [
			...StakeProgram.withdraw({
				stakePubkey: at.MY_IDLE_STAKE,
				authorizedPubkey: at.ME,
				toPubkey: at.ME,
				lamports: Number(12n * at.SOL),
			}).instructions,
		],
	}),
	svmHonest({
		id: "stake/split",
		label: "caution",
		title: "Splits 5 of 12 SOL off an idle stake into a new account of the same rulers.",
		why: "The stake program gives the new account the old one's rulers; nothing leaves.",
		does: [
			...StakeProgram.splitWithSeed(
				{
					stakePubkey: at.MY_IDLE_STAKE,
					authorizedPubkey: at.ME,
					splitStakePubkey: at.NEW_STAKE,
					basePubkey: at.ME,
					seed: at.STAKE_SEED,
					lamports: Number(5n * at.SOL),
				},
				2_282_880,
			).instructions,
		],
	}),
	svmHonest({
		id: "nonce/new",
		label: "caution",
		title: "Opens a nonce account that the user rules, with its rent.",
		why: "What offline signers set up once; nothing leaves but rent.",
		does: [
			...SystemProgram.createNonceAccount({
				fromPubkey: at.ME,
				noncePubkey: at.NEW_NONCE,
				basePubkey: at.ME,
				seed: at.NONCE_SEED,
				authorizedPubkey: at.ME,
				lamports: 1_500_000,
			}).instructions,
		],
	}),
	svmHonest({
		id: "stake/merge",
		label: "caution",
		title: "Puts one idle stake of the user's into another.",
		why: "Both have the same rulers, or the program refuses.",
		does: [
			...StakeProgram.merge({
				stakePubkey: at.MY_IDLE_STAKE,
				sourceStakePubKey: at.MY_OTHER_IDLE_STAKE,
				authorizedPubkey: at.ME,
			}).instructions,
		],
	}),
	svmHonest({
		id: "stake/move-lamports",
		label: "caution",
		title: "Moves 1 SOL from one idle stake of the user's to another.",
		why: "MoveLamports (tag 17): both have the same rulers, or the program refuses.",
		does: [ix.moveLamports(at.MY_IDLE_STAKE, at.MY_OTHER_IDLE_STAKE, at.ME, at.SOL)],
	}),
	svmHonest({
		id: "stake/staker-to-own-account",
		label: "caution",
		title: "Lets the user's own second account say where the stake goes.",
		why: "A right that stays with the user; that it changes is told.",
		does: [ix.stakeAuthorize(at.MY_STAKE, at.ME, at.MY_SECOND, "staker")],
	}),
	svmHonest({
		id: "vote/withdraw-to-self",
		label: "caution",
		title: "A validator withdraws 1 SOL of its rewards to the wallet that rules the account.",
		why: "It comes back to its owner.",
		does: [
			...VoteProgram.withdraw({
				votePubkey: at.MY_VOTE,
				authorizedWithdrawerPubkey: at.ME,
				lamports: Number(at.SOL),
				toPubkey: at.ME,
			}).instructions,
		],
	}),
	svmHonest({
		id: "nonce/withdraw-to-self",
		label: "info",
		title: "Withdraws the nonce account's 2 SOL to the wallet.",
		why: "It comes back to its owner.",
		does: [
			SystemProgram.nonceWithdraw({
				noncePubkey: at.MY_NONCE,
				authorizedPubkey: at.ME,
				toPubkey: at.ME,
				lamports: Number(at.MY_NONCE_SOL),
			}),
		],
	}),
	svmHonest({
		id: "nonce/advance",
		label: "block",
		title: "Pays a friend by a durable nonce, as offline signers do.",
		why: "docs/security.md: a signature that never ends is not given, honest or not. Its makers can use a blockhash.",
		does: [
			SystemProgram.nonceAdvance({ noncePubkey: at.MY_NONCE, authorizedPubkey: at.ME }),
			pay(at.FRIEND, at.lamports(0.2)),
		],
	}),
];

const programs: readonly Case[] = [
	svmHonest({
		id: "program/swap",
		label: "danger",
		title: "Swaps 150 USDC for 1 SOL by a program that the app does not know, as both simulations show.",
		why: "The issue's promise: an unknown program that is given a signature takes a word whatever the simulations say.",
		does: [...budget(), openFor(at.ME, at.WSOL), at.callHidden("swap")],
	}),
	svmHonest({
		id: "program/swap-and-unwrap",
		label: "danger",
		title: "The same swap with the wrapped SOL unwrapped at the end, by a lookup table.",
		why: "As above.",
		does: [
			...budget(200_000),
			openFor(at.ME, at.WSOL),
			at.callHidden("swap"),
			createCloseAccountInstruction(at.MY_WSOL, at.ME, at.ME),
		],
		lookups: [at.TABLE.toBase58()],
	}),
	svmHonest({
		id: "program/claim",
		label: "danger",
		title: "Claims 1 000 of a token from a distributor that may change the user's token account.",
		why: "As above: a writable account of the user's in the hands of an unknown program.",
		does: [...budget(), openFor(at.ME, at.BONK), at.callHidden("claim")],
	}),
	svmHonest({
		id: "program/mint-own-token",
		label: "info",
		title: "Mints 1 000 of the user's own token to the user's own account.",
		why: "What a token's maker does; nothing is lost.",
		does: [
			openFor(at.ME, at.MY_MINT),
			createMintToCheckedInstruction(at.MY_MINT, at.ataOf(at.ME, at.MY_MINT), at.ME, at.units(1_000), 6),
		],
	}),
	svmHonest({
		id: "program/fix-supply",
		label: "danger",
		title: "Gives up the right to mint the user's own token, for good.",
		why: "Usual before a launch, and can never be undone: a word is right.",
		does: [createSetAuthorityInstruction(at.MY_MINT, at.ME, AuthorityType.MintTokens, null)],
	}),
	svmHonest({
		id: "program/upgrade-own",
		label: "danger",
		title: "Puts the next version in place of the user's own program; the rent comes back.",
		why: "What a developer does, by a buffer whose content nobody can see here: a word is right.",
		does: [ix.upgradeProgram(at.MY_PROGRAM_DATA, at.MY_PROGRAM, at.NEW_BUFFER, at.ME, at.ME)],
	}),
	svmHonest({
		id: "program/extend-lookup-table",
		label: "info",
		title: "Adds two addresses to the user's own lookup table.",
		why: "Costs rent, and nothing else.",
		does: [
			AddressLookupTableProgram.extendLookupTable({
				lookupTable: at.MY_TABLE,
				authority: at.ME,
				payer: at.ME,
				addresses: [at.SHOP, at.MY_SECOND],
			}),
		],
	}),
];

export const cases: readonly Case[] = [...sends, ...wallet, ...stakes, ...programs];
