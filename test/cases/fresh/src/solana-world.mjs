import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const w = require('@solana/web3.js'); const spl = require('@solana/spl-token'); const bs = require('bs58');
const { Keypair, PublicKey } = w;
export { w, spl };
const enc = bs.default?.encode ?? bs.encode;
export const b58 = (u) => enc(Uint8Array.from(u));
const kp = (n) => Keypair.fromSeed(Uint8Array.from(Buffer.alloc(32, n)));
export const ME = kp(0x61).publicKey, FRIEND = kp(0x62).publicKey, THIEF = kp(0x63).publicKey, NEWFRIEND = kp(0x64).publicKey, THIEFPROGRAM = kp(0x65).publicKey;
export const USDC = new PublicKey('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'), BONK = new PublicKey('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263');
export const PROGRAM = { budget: 'ComputeBudget111111111111111111111111111111', token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' };
export const ATA = (m, o) => spl.getAssociatedTokenAddressSync(m, o, true);
const raw = (a, lamports, owner, data = new Uint8Array()) => ({ address: a.toBase58(), lamports: BigInt(lamports), programAddress: owner, data: Uint8Array.from(data), executable: false, space: BigInt(data.length) });
const mint = (m, supply, decimals) => { const d = Buffer.alloc(82); spl.MintLayout.encode({ mintAuthorityOption: 1, mintAuthority: kp(9).publicKey, supply: BigInt(supply), decimals, isInitialized: true, freezeAuthorityOption: 0, freezeAuthority: PublicKey.default }, d); return raw(m, 1461600, PROGRAM.token, d); };
const tok = (m, o, amount) => { const d = Buffer.alloc(165); spl.AccountLayout.encode({ mint: m, owner: o, amount: BigInt(amount), delegateOption: 0, delegate: PublicKey.default, delegatedAmount: 0n, state: 1, isNativeOption: 0, isNative: 0n, closeAuthorityOption: 0, closeAuthority: PublicKey.default }, d); return raw(ATA(m, o), 2039280, PROGRAM.token, d); };
const SYS = '11111111111111111111111111111111';
export const world = () => [raw(ME, 12_000_000_000, SYS), raw(FRIEND, 1_000_000_000, SYS), raw(NEWFRIEND, 500_000_000, SYS), raw(THIEF, 3_000_000_000, SYS),
  mint(USDC, 10n ** 15n, 6), mint(BONK, 10n ** 18n, 5), tok(USDC, ME, 800_000_000), tok(USDC, FRIEND, 5_000_000), tok(BONK, ME, 0)];
