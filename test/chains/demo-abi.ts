import { parseAbi } from "viem";

/** Typed ABI of the demo contracts; a test compares it with the compiler's output. */

export const tokenAbi = parseAbi([
	"constructor(uint256 supply)",
	"function name() view returns (string)",
	"function symbol() view returns (string)",
	"function decimals() view returns (uint8)",
	"function totalSupply() view returns (uint256)",
	"function balanceOf(address) view returns (uint256)",
	"function allowance(address, address) view returns (uint256)",
	"function nonces(address) view returns (uint256)",
	"function PERMIT_TYPEHASH() view returns (bytes32)",
	"function DOMAIN_SEPARATOR() view returns (bytes32)",
	"function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)",
	"function transfer(address to, uint256 value) returns (bool)",
	"function approve(address spender, uint256 value) returns (bool)",
	"function transferFrom(address from, address to, uint256 value) returns (bool)",
	"event Transfer(address indexed from, address indexed to, uint256 value)",
	"event Approval(address indexed owner, address indexed spender, uint256 value)",
	"error InsufficientBalance(address account, uint256 balance, uint256 needed)",
	"error InsufficientAllowance(address spender, uint256 allowance, uint256 needed)",
	"error InvalidAddress()",
	"error ExpiredPermit(uint256 deadline)",
	"error InvalidPermit(address signer, address owner)",
]);

export const routerAbi = parseAbi([
	"constructor(address token_) payable",
	"function RATE() view returns (uint256)",
	"function token() view returns (address)",
	"function swap(address tokenIn, uint256 amountIn, uint256 minOut) returns (uint256 amountOut)",
	"event Swapped(address indexed account, address indexed tokenIn, uint256 amountIn, uint256 amountOut)",
	"error UnknownToken(address token)",
	"error TooLittle(uint256 amountOut, uint256 minOut)",
	"error TransferFailed()",
	"error PaymentFailed()",
	"receive() external payable",
]);

/** Units of DEMO that the router takes for one unit of ETH (`Router.RATE`). */
export const ROUTER_RATE = 2000n;
