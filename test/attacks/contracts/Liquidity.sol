// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";
import "./Moves.sol";

/// Uniswap v3 positions as NFTs. A fixed amount of each token backs one unit of liquidity.
contract Positions is ERC721Enumerable {
	struct Position {
		address token0;
		address token1;
		uint24 fee;
		int24 tickLower;
		int24 tickUpper;
		uint128 liquidity;
		uint128 tokensOwed0;
		uint128 tokensOwed1;
	}
	struct MintParams {
		address token0;
		address token1;
		uint24 fee;
		int24 tickLower;
		int24 tickUpper;
		uint256 amount0Desired;
		uint256 amount1Desired;
		uint256 amount0Min;
		uint256 amount1Min;
		address recipient;
		uint256 deadline;
	}
	struct IncreaseLiquidityParams {
		uint256 tokenId;
		uint256 amount0Desired;
		uint256 amount1Desired;
		uint256 amount0Min;
		uint256 amount1Min;
		uint256 deadline;
	}
	struct DecreaseLiquidityParams {
		uint256 tokenId;
		uint128 liquidity;
		uint256 amount0Min;
		uint256 amount1Min;
		uint256 deadline;
	}
	struct CollectParams {
		uint256 tokenId;
		address recipient;
		uint128 amount0Max;
		uint128 amount1Max;
	}

	event IncreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1);
	event DecreaseLiquidity(uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1);
	event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1);

	uint256 private next = 880_001;
	address private immutable weth;
	mapping(uint256 => Position) public positions;
	/// Amount of each token per unit of liquidity, fixed when the position is minted.
	mapping(uint256 => uint256[2]) private units;

	constructor(address weth_) ERC721("Uniswap V3 Positions NFT-V1", "UNI-V3-POS") {
		weth = weth_;
	}

	receive() external payable {}

	modifier mayUse(uint256 tokenId) {
		require(_isApprovedOrOwner(msg.sender, tokenId), "Not approved");
		_;
	}

	modifier inTime(uint256 deadline) {
		require(block.timestamp <= deadline, "Transaction too old");
		_;
	}

	function mint(MintParams calldata params)
		external
		payable
		inTime(params.deadline)
		returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
	{
		tokenId = next++;
		amount0 = params.amount0Desired;
		amount1 = params.amount1Desired;
		liquidity = 1e12;
		_take(params.token0, amount0);
		_take(params.token1, amount1);
		positions[tokenId] = Position(
			params.token0,
			params.token1,
			params.fee,
			params.tickLower,
			params.tickUpper,
			liquidity,
			0,
			0
		);
		units[tokenId] = [amount0, amount1];
		_mint(params.recipient, tokenId);
		emit IncreaseLiquidity(tokenId, liquidity, amount0, amount1);
	}

	function increaseLiquidity(IncreaseLiquidityParams calldata params)
		external
		payable
		inTime(params.deadline)
		returns (uint128 liquidity, uint256 amount0, uint256 amount1)
	{
		Position storage position = positions[params.tokenId];
		amount0 = params.amount0Desired;
		amount1 = params.amount1Desired;
		_take(position.token0, amount0);
		_take(position.token1, amount1);
		liquidity = uint128((uint256(position.liquidity) * amount0) / units[params.tokenId][0]);
		position.liquidity += liquidity;
		units[params.tokenId][0] += amount0;
		units[params.tokenId][1] += amount1;
		emit IncreaseLiquidity(params.tokenId, liquidity, amount0, amount1);
	}

	function decreaseLiquidity(DecreaseLiquidityParams calldata params)
		external
		payable
		mayUse(params.tokenId)
		inTime(params.deadline)
		returns (uint256 amount0, uint256 amount1)
	{
		Position storage position = positions[params.tokenId];
		uint256[2] storage unit = units[params.tokenId];
		amount0 = (unit[0] * params.liquidity) / position.liquidity;
		amount1 = (unit[1] * params.liquidity) / position.liquidity;
		require(amount0 >= params.amount0Min && amount1 >= params.amount1Min, "Price slippage check");
		position.liquidity -= params.liquidity;
		position.tokensOwed0 += uint128(amount0);
		position.tokensOwed1 += uint128(amount1);
		unit[0] -= amount0;
		unit[1] -= amount1;
		emit DecreaseLiquidity(params.tokenId, params.liquidity, amount0, amount1);
	}

	function collect(CollectParams calldata params)
		external
		payable
		mayUse(params.tokenId)
		returns (uint256 amount0, uint256 amount1)
	{
		Position storage position = positions[params.tokenId];
		amount0 = position.tokensOwed0 < params.amount0Max ? position.tokensOwed0 : params.amount0Max;
		amount1 = position.tokensOwed1 < params.amount1Max ? position.tokensOwed1 : params.amount1Max;
		position.tokensOwed0 -= uint128(amount0);
		position.tokensOwed1 -= uint128(amount1);
		address to = params.recipient == address(0) ? address(this) : params.recipient;
		if (amount0 > 0 && to != address(this)) Moves.pay(position.token0, to, amount0);
		if (amount1 > 0 && to != address(this)) Moves.pay(position.token1, to, amount1);
		emit Collect(params.tokenId, to, amount0, amount1);
	}

	function burn(uint256 tokenId) external payable mayUse(tokenId) {
		Position storage position = positions[tokenId];
		require(position.liquidity == 0 && position.tokensOwed0 == 0 && position.tokensOwed1 == 0, "Not cleared");
		delete positions[tokenId];
		_burn(tokenId);
	}

	function unwrapWETH9(uint256 least, address recipient) external payable {
		uint256 held = Moves.held(weth);
		require(held >= least, "Insufficient WETH9");
		IWrapped(weth).withdraw(held);
		Moves.pay(address(0), recipient, held);
	}

	function sweepToken(address token, uint256 least, address recipient) external payable {
		uint256 held = Moves.held(token);
		require(held >= least, "Insufficient token");
		Moves.pay(token, recipient, held);
	}

	function refundETH() external payable {
		if (address(this).balance > 0) Moves.pay(address(0), msg.sender, address(this).balance);
	}

	function multicall(bytes[] calldata data) external payable returns (bytes[] memory results) {
		results = new bytes[](data.length);
		for (uint256 i; i < data.length; i++) {
			(bool ok, bytes memory said) = address(this).delegatecall(data[i]);
			require(ok, "a call inside failed");
			results[i] = said;
		}
	}

	/// Adds fees to a position. Only the setup calls this.
	function accrue(uint256 tokenId, uint128 amount0, uint128 amount1) external {
		positions[tokenId].tokensOwed0 += amount0;
		positions[tokenId].tokensOwed1 += amount1;
	}

	function _take(address token, uint256 amount) private {
		if (amount == 0) return;
		if (token == weth && address(this).balance >= amount) IWrapped(weth).deposit{value: amount}();
		else Moves.pull(token, msg.sender, address(this), amount);
	}
}
