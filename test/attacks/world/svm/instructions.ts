import {
	AuthorityType,
	createApproveInstruction,
	createSetAuthorityInstruction,
	TOKEN_PROGRAM_ID,
} from "@solana/spl-token";
import {
	PublicKey,
	StakeProgram,
	SYSVAR_CLOCK_PUBKEY,
	SYSVAR_RENT_PUBKEY,
	TransactionInstruction,
	VoteProgram,
} from "@solana/web3.js";

/**
 * Instructions that the available libraries do not build. Sources: solana-stake-interface (StakeInstruction),
 * solana-vote-interface (VoteInstruction), solana-loader-v3-interface (UpgradeableLoaderInstruction), p-token
 * (batch).
 */

export const LOADER = new PublicKey("BPFLoaderUpgradeab1e11111111111111111111111");

type Meta = TransactionInstruction["keys"][number];

export const signs = (pubkey: PublicKey): Meta => ({ pubkey, isSigner: true, isWritable: false });
export const signsAndChanges = (pubkey: PublicKey): Meta => ({ pubkey, isSigner: true, isWritable: true });
export const changes = (pubkey: PublicKey): Meta => ({ pubkey, isSigner: false, isWritable: true });
export const reads = (pubkey: PublicKey): Meta => ({ pubkey, isSigner: false, isWritable: false });

export const u32 = (value: number): Buffer => {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
};
export const u64 = (value: bigint): Buffer => {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64LE(value);
	return bytes;
};
const some = (bytes: Buffer | null): Buffer =>
	bytes === null ? Buffer.from([0]) : Buffer.concat([Buffer.from([1]), bytes]);
const text = (value: string): Buffer => Buffer.concat([u64(BigInt(value.length)), Buffer.from(value)]);

export const call = (programId: PublicKey, keys: readonly Meta[], ...data: readonly Uint8Array[]) =>
	new TransactionInstruction({ programId, keys: [...keys], data: Buffer.concat(data) });

const stake = (tag: number, keys: readonly Meta[], ...data: readonly Buffer[]) =>
	call(StakeProgram.programId, keys, u32(tag), ...data);

export type StakeRole = "staker" | "withdrawer";
const roleOf = (role: StakeRole) => u32(role === "staker" ? 0 : 1);

export const stakeAuthorize = (account: PublicKey, by: PublicKey, to: PublicKey, role: StakeRole) =>
	stake(1, [changes(account), reads(SYSVAR_CLOCK_PUBKEY), signs(by)], to.toBuffer(), roleOf(role));
/** @param until Unix seconds */
export const setLockup = (account: PublicKey, by: PublicKey, until: bigint, custodian: PublicKey) =>
	stake(6, [changes(account), signs(by)], some(u64(until)), some(null), some(custodian.toBuffer()));
export const authorizeWithSeed = (
	account: PublicKey,
	base: PublicKey,
	seed: string,
	owner: PublicKey,
	to: PublicKey,
	role: StakeRole,
) =>
	stake(
		8,
		[changes(account), signs(base), reads(SYSVAR_CLOCK_PUBKEY)],
		...[to.toBuffer(), roleOf(role), text(seed), owner.toBuffer()],
	);
export const initializeChecked = (account: PublicKey, staker: PublicKey, withdrawer: PublicKey) =>
	stake(9, [changes(account), reads(SYSVAR_RENT_PUBKEY), reads(staker), signs(withdrawer)]);
export const authorizeChecked = (account: PublicKey, by: PublicKey, to: PublicKey, role: StakeRole) =>
	stake(10, [changes(account), reads(SYSVAR_CLOCK_PUBKEY), signs(by), signs(to)], roleOf(role));
export const authorizeCheckedWithSeed = (
	account: PublicKey,
	base: PublicKey,
	seed: string,
	owner: PublicKey,
	to: PublicKey,
	role: StakeRole,
) =>
	stake(
		11,
		[changes(account), signs(base), reads(SYSVAR_CLOCK_PUBKEY), signs(to)],
		...[roleOf(role), text(seed), owner.toBuffer()],
	);
/** @param until Unix seconds */
export const setLockupChecked = (account: PublicKey, by: PublicKey, until: bigint, custodian: PublicKey) =>
	stake(12, [changes(account), signs(by), signs(custodian)], some(u64(until)), some(null));
export const moveLamports = (from: PublicKey, to: PublicKey, by: PublicKey, lamports: bigint) =>
	stake(17, [changes(from), changes(to), signs(by)], u64(lamports));

export const voteAuthorizeWithdrawer = (account: PublicKey, by: PublicKey, to: PublicKey) =>
	call(
		VoteProgram.programId,
		[changes(account), reads(SYSVAR_CLOCK_PUBKEY), signs(by)],
		...[u32(1), to.toBuffer(), u32(1)],
	);

export const upgradeProgram = (
	data: PublicKey,
	program: PublicKey,
	buffer: PublicKey,
	spill: PublicKey,
	by: PublicKey,
) =>
	call(
		LOADER,
		[
			...[data, program, buffer, spill].map(changes),
			reads(SYSVAR_RENT_PUBKEY),
			reads(SYSVAR_CLOCK_PUBKEY),
			signs(by),
		],
		u32(3),
	);
export const setProgramAuthority = (data: PublicKey, by: PublicKey, to: PublicKey | null) =>
	call(LOADER, [changes(data), signs(by), ...(to === null ? [] : [reads(to)])], u32(4));
export const closeProgram = (data: PublicKey, program: PublicKey, to: PublicKey, by: PublicKey) =>
	call(LOADER, [changes(data), changes(to), signs(by), changes(program)], u32(5));
export const setProgramAuthorityChecked = (data: PublicKey, by: PublicKey, to: PublicKey) =>
	call(LOADER, [changes(data), signs(by), signs(to)], u32(7));

export const setOwner = (
	account: PublicKey,
	by: PublicKey,
	to: PublicKey | null,
	program = TOKEN_PROGRAM_ID,
) => createSetAuthorityInstruction(account, by, AuthorityType.AccountOwner, to, [], program);
export const approve = (account: PublicKey, delegate: PublicKey, by: PublicKey, amount: bigint) =>
	createApproveInstruction(account, delegate, by, amount);

/** Combines several Token program instructions into one `batch` instruction. */
export const tokenBatch = (inner: readonly TransactionInstruction[]) =>
	call(
		TOKEN_PROGRAM_ID,
		inner.flatMap(({ keys }) => keys),
		Buffer.from([255]),
		...inner.map(({ keys, data }) => Buffer.concat([Buffer.from([keys.length, data.length]), data])),
	);
