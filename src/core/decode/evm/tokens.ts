import { lower } from "./abi.ts";
import { functionsOf, items, type KnownFunction, permits, wrap } from "./function.ts";
import type { Meaning } from "./meaning.ts";

/** Sources: ERC-20, ERC-721, ERC-1155, ERC-2612, DAI, ERC-4626, WETH9, ERC-5805. */

const NO_END = 2n ** 256n - 1n;

const vault = (
	what: Extract<Meaning, { kind: "vault" }>["what"],
	amount: bigint,
	receiver: string,
	owner: string | null = null,
): Meaning => ({
	kind: "vault",
	what,
	amount,
	receiver: lower(receiver),
	owner: owner === null ? null : lower(owner),
});

export const TOKENS: readonly KnownFunction[] = functionsOf({
	"transfer(address to, uint256 amount)": ([to, amount]) => ({
		kind: "transfer",
		to: lower(to),
		amount,
	}),
	"transferFrom(address from, address to, uint256 amountOrId)": ([from, to, amountOrId]) => ({
		kind: "transferFrom",
		from: lower(from),
		to: lower(to),
		amountOrId,
	}),
	"approve(address spender, uint256 amountOrId)": ([spender, amountOrId]) => ({
		kind: "approve",
		spender: lower(spender),
		amountOrId,
	}),
	"increaseAllowance(address spender, uint256 addedValue)": ([spender, by]) => ({
		kind: "allowance",
		spender: lower(spender),
		by,
		up: true,
	}),
	"decreaseAllowance(address spender, uint256 subtractedValue)": ([spender, by]) => ({
		kind: "allowance",
		spender: lower(spender),
		by,
		up: false,
	}),
	"safeTransferFrom(address from, address to, uint256 tokenId)": ([from, to, id]) =>
		items("erc721", from, to, [{ id, amount: 1n }]),
	"safeTransferFrom(address from, address to, uint256 tokenId, bytes data)": ([from, to, id]) =>
		items("erc721", from, to, [{ id, amount: 1n }]),
	"safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)": ([
		from,
		to,
		id,
		amount,
	]) => items("erc1155", from, to, [{ id, amount }]),
	"safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)": ([
		from,
		to,
		ids,
		amounts,
	]) => {
		if (ids.length !== amounts.length) return null;
		return items(
			"erc1155",
			from,
			to,
			ids.map((id, at) => ({ id, amount: amounts[at] ?? 0n })),
		);
	},
	"setApprovalForAll(address operator, bool approved)": ([operator, approved]) => ({
		kind: "operator",
		operator: lower(operator),
		approved,
		over: "items",
	}),
	// The deadline only limits when the permit can be used. The allowance itself lasts until it is spent or
	// revoked.
	"permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)": (
		[owner, spender, amount],
		{ target },
	) => permits(owner, "token", [{ token: target, spender: lower(spender), amount, until: null }]),
	"permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)":
		([holder, spender, , , allowed], { target }) =>
			permits(holder, "token", [
				{ token: target, spender: lower(spender), amount: allowed ? NO_END : 0n, until: null },
			]),
	"burn(uint256 amountOrId)": ([amountOrId]) => ({ kind: "burn", amountOrId }),
	"delegate(address delegatee)": ([to]) => ({ kind: "vote", to: lower(to) }),
	"deposit()": (_args, { value }) => wrap(true, value, "caller", false),
	"withdraw(uint256 amount)": ([amount], { value }) =>
		value === 0n ? wrap(false, amount, "caller", false) : null,
	"deposit(uint256 assets, address receiver)": ([amount, receiver]) => vault("deposit", amount, receiver),
	"mint(uint256 shares, address receiver)": ([amount, receiver]) => vault("mint", amount, receiver),
	"withdraw(uint256 assets, address receiver, address owner)": ([amount, receiver, owner]) =>
		vault("withdraw", amount, receiver, owner),
	"redeem(uint256 shares, address receiver, address owner)": ([amount, receiver, owner]) =>
		vault("redeem", amount, receiver, owner),
});
