import { lower } from "./abi.ts";
import { type KnownFunction, known } from "./function.ts";

/** Sources: ERC-20, ERC-721, ERC-1155, ERC-2612, DAI, ERC-4626, WETH9, ERC-5805. */

const NO_END = 2n ** 256n - 1n;

export const TOKENS: readonly KnownFunction[] = [
	known("function transfer(address to, uint256 amount)", ([to, amount]) => ({
		kind: "transfer",
		to: lower(to),
		amount,
	})),
	known("function transferFrom(address from, address to, uint256 amountOrId)", ([from, to, amountOrId]) => ({
		kind: "transferFrom",
		from: lower(from),
		to: lower(to),
		amountOrId,
	})),
	known("function approve(address spender, uint256 amountOrId)", ([spender, amountOrId]) => ({
		kind: "approve",
		spender: lower(spender),
		amountOrId,
	})),
	known("function increaseAllowance(address spender, uint256 addedValue)", ([spender, by]) => ({
		kind: "allowance",
		spender: lower(spender),
		by,
		up: true,
	})),
	known("function decreaseAllowance(address spender, uint256 subtractedValue)", ([spender, by]) => ({
		kind: "allowance",
		spender: lower(spender),
		by,
		up: false,
	})),
	known("function safeTransferFrom(address from, address to, uint256 tokenId)", ([from, to, id]) => ({
		kind: "items",
		standard: "erc721",
		from: lower(from),
		to: lower(to),
		items: [{ id, amount: 1n }],
	})),
	known(
		"function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)",
		([from, to, id]) => ({
			kind: "items",
			standard: "erc721",
			from: lower(from),
			to: lower(to),
			items: [{ id, amount: 1n }],
		}),
	),
	known(
		"function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
		([from, to, id, amount]) => ({
			kind: "items",
			standard: "erc1155",
			from: lower(from),
			to: lower(to),
			items: [{ id, amount }],
		}),
	),
	known(
		"function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
		([from, to, ids, amounts]) => {
			if (ids.length !== amounts.length) return null;
			const items = ids.map((id, at) => ({ id, amount: amounts[at] ?? 0n }));
			return { kind: "items", standard: "erc1155", from: lower(from), to: lower(to), items };
		},
	),
	known("function setApprovalForAll(address operator, bool approved)", ([operator, approved]) => ({
		kind: "operator",
		operator: lower(operator),
		approved,
		over: "items",
	})),
	// The deadline only limits when the permit can be used. The allowance itself lasts until it is spent or
	// revoked.
	known(
		"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
		([owner, spender, amount], { target }) => ({
			kind: "permits",
			owner: lower(owner),
			book: "token",
			rows: [{ token: target, spender: lower(spender), amount, until: null }],
		}),
	),
	known(
		"function permit(address holder, address spender, uint256 nonce, uint256 expiry, bool allowed, uint8 v, bytes32 r, bytes32 s)",
		([holder, spender, , , allowed], { target }) => ({
			kind: "permits",
			owner: lower(holder),
			book: "token",
			rows: [{ token: target, spender: lower(spender), amount: allowed ? NO_END : 0n, until: null }],
		}),
	),
	known("function burn(uint256 amountOrId)", ([amountOrId]) => ({ kind: "burn", amountOrId })),
	known("function delegate(address delegatee)", ([to]) => ({ kind: "vote", to: lower(to) })),
	known("function deposit()", (_args, { value }) => ({
		kind: "wrap",
		into: true,
		amount: value,
		to: "caller",
		least: false,
	})),
	known("function withdraw(uint256 amount)", ([amount], { value }) =>
		value === 0n ? { kind: "wrap", into: false, amount, to: "caller", least: false } : null,
	),
	known("function deposit(uint256 assets, address receiver)", ([amount, receiver]) => ({
		kind: "vault",
		what: "deposit",
		amount,
		receiver: lower(receiver),
		owner: null,
	})),
	known("function mint(uint256 shares, address receiver)", ([amount, receiver]) => ({
		kind: "vault",
		what: "mint",
		amount,
		receiver: lower(receiver),
		owner: null,
	})),
	known(
		"function withdraw(uint256 assets, address receiver, address owner)",
		([amount, receiver, owner]) => ({
			kind: "vault",
			what: "withdraw",
			amount,
			receiver: lower(receiver),
			owner: lower(owner),
		}),
	),
	known("function redeem(uint256 shares, address receiver, address owner)", ([amount, receiver, owner]) => ({
		kind: "vault",
		what: "redeem",
		amount,
		receiver: lower(receiver),
		owner: lower(owner),
	})),
];
