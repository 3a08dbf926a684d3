// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import "@openzeppelin/contracts/governance/Governor.sol";
import "@openzeppelin/contracts/governance/extensions/GovernorCountingSimple.sol";
import "@openzeppelin/contracts/governance/extensions/GovernorVotes.sol";

/// OpenZeppelin's vault without changes.
contract Vault is ERC4626 {
	constructor(IERC20 asset, string memory name, string memory symbol) ERC20(name, symbol) ERC4626(asset) {}
}

/// OpenZeppelin's governor with a voting token.
contract Assembly is Governor, GovernorCountingSimple, GovernorVotes {
	constructor(IVotes token) Governor("Uniswap Governor") GovernorVotes(token) {}

	function votingDelay() public pure override returns (uint256) {
		return 1;
	}

	function votingPeriod() public pure override returns (uint256) {
		return 50_400;
	}

	function quorum(uint256) public pure override returns (uint256) {
		return 1;
	}
}
