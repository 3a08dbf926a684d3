// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Chainlink price feed (AggregatorV3Interface) with a fixed answer.
contract Feed {
	uint8 public constant decimals = 8;
	string public description;
	int256 private immutable answer;
	uint256 private immutable answeredAt;

	constructor(string memory pair, int256 price, uint256 at) {
		description = pair;
		answer = price;
		answeredAt = at;
	}

	function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
		return (1, answer, answeredAt, answeredAt, 1);
	}
}
