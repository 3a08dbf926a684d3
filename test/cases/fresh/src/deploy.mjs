import { createTestClient, createPublicClient, createWalletClient, http, parseEther, maxUint256, maxUint160 } from 'viem';
import { foundry } from 'viem/chains';
import * as W from './world.mjs';
const { C } = W;
async function on(port, id, f) {
  const chain = { ...foundry, id }; const transport = http(`http://127.0.0.1:${port}`);
  const t = createTestClient({ chain, mode: 'anvil', transport }), p = createPublicClient({ chain, transport }), w = createWalletClient({ chain, transport });
  await t.setBlockTimestampInterval({ interval: 1 });
  const as = async (from, to, name, functionName, args) => { await t.impersonateAccount({ address: from }); await t.setBalance({ address: from, value: parseEther('1000') });
    const hash = await w.writeContract({ account: from, address: to, abi: C[name].abi, functionName, args, gas: 3000000n }); const r = await p.waitForTransactionReceipt({ hash }); if (r.status !== 'success') throw new Error(functionName); };
  const code = (a, n) => t.setCode({ address: a, bytecode: C[n].run });
  const make = async (n, args, want) => { await t.impersonateAccount({ address: W.DEPLOYER }); const hash = await w.deployContract({ account: W.DEPLOYER, abi: C[n].abi, bytecode: C[n].bin, args }); const r = await p.waitForTransactionReceipt({ hash }); if (r.contractAddress.toLowerCase() !== want.toLowerCase()) throw new Error(n + ' at ' + r.contractAddress); };
  const token = async (a, n, s, d, v, mint) => { await code(a, 'Token'); await as(W.SAVINGS, a, 'Token', 'setup', [n, s, d, v]); for (const [to, x] of mint) await as(W.SAVINGS, a, 'Token', 'mint', [to, x]); };
  await f({ t, p, w, as, code, make, token });
  await t.setBalance({ address: W.ME, value: parseEther('10') }); await t.setBalance({ address: W.SAVINGS, value: parseEther('1') });
  for (const a of [W.ME, W.SAVINGS, W.DEPLOYER]) await t.stopImpersonatingAccount({ address: a });
  await t.removeBlockTimestampInterval(); await t.mine({ blocks: 1 });
  console.log(id, 'nonce of ME', await p.getTransactionCount({ address: W.ME }), 'time', (await p.getBlock()).timestamp);
}
await on(process.env.P1 || 18951, 1, async ({ as, make, code, token }) => {
  await make('Vault', [W.USDC], W.VAULT); await make('Vault', [W.USDC], W.VAULT2); await make('Claim', [W.BOSS, W.USDC, W.REWARD], W.CLAIM); await make('Taker', [W.BOSS], W.TAKER);
  await token(W.USDC, 'USD Coin', 'USDC', 6, '2', [[W.ME, 1000_000000n], [W.NPM, 5000_000000n], [W.SAVINGS, 10n ** 15n], [W.LANDLORD, 3_000000n]]);
  await token(W.DAI, 'Dai Stablecoin', 'DAI', 18, '1', [[W.ME, parseEther('500')], [W.NPM, parseEther('5000')], [W.SAVINGS, 10n ** 27n]]);
  await token(W.LINK, 'ChainLink Token', 'LINK', 18, '1', [[W.ME, parseEther('100')], [W.SAVINGS, 10n ** 26n]]);
  await token(W.REWARD, 'Loyalty Points', 'LOYAL', 18, '1', [[W.SAVINGS, 10n ** 24n]]);
  await code(W.STETH, 'StEth'); await as(W.SAVINGS, W.STETH, 'StEth', 'seed', [W.SAVINGS, 7654321098765432109876n, 9123456789012345678901n]); await as(W.SAVINGS, W.STETH, 'StEth', 'seed', [W.ME, 10_000000000000000007n, 12_345678901234567891n]);
  await code(W.P2, 'P2'); await code(W.NPM, 'Npm'); await as(W.SAVINGS, W.NPM, 'Npm', 'setup', [W.DAI, W.USDC, W.ME, 77n, 5_000000000n]);
  // name and symbol of the collection are in storage, so it is deployed and then its code set elsewhere
  await code(W.NFT, 'Nft'); for (let i = 0; i < 3; i++) await as(W.SAVINGS, W.NFT, 'Nft', 'give', [i === 2 ? W.SAVINGS : W.ME]);
  await code(W.FORWARDER, 'Forwarder'); await code(W.SEAPORT, 'Blank');
  await as(W.ME, W.USDC, 'Token', 'approve', [W.CLAIM, 400_000000n]); await as(W.ME, W.USDC, 'Token', 'approve', [W.VAULT2, 1000_000000n]);
  await as(W.ME, W.USDC, 'Token', 'approve', [W.P2, maxUint256]); await as(W.ME, W.DAI, 'Token', 'approve', [W.P2, maxUint256]);
  await as(W.ME, W.P2, 'P2', 'approve', [W.USDC, W.OLD, maxUint160, 281474976710655]); await as(W.ME, W.DAI, 'Token', 'approve', [W.OLD, maxUint256]);
});
await on(process.env.P2 || 18952, 8453, async ({ token }) => { await token(W.USDCB, 'USD Coin', 'USDC', 6, '2', [[W.ME, 1000_000000n], [W.SAVINGS, 10n ** 15n], [W.LANDLORD, 75_000000n]]); });
