/**
 * Accounts that take tips for block engines of Solana, each in two public lists: QuickNode's reference of
 * `getTipAccounts` (12 November 2025), and the repository of Pyre (pyrelaunch, "from Jito docs"). Alchemy's reference of
 * the same method says that they have stayed the same since the beginning.
 */
const TIP_ACCOUNTS: ReadonlyMap<string, string> = new Map(
	[
		"96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5",
		"HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe",
		"Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY",
		"ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49",
		"DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh",
		"ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt",
		"DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL",
		"3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT",
	].map((address) => [address, "Jito"]),
);

/** Returns the block engine whose tip account this is, or `null` for any other address. */
export const tipAccountOf = (address: string): string | null => TIP_ACCOUNTS.get(address) ?? null;
