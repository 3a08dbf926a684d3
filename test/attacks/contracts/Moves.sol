// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Transfers tokens, including those that return nothing. The address of all Es or the zero address is the
/// native coin.
library Moves {
	address internal constant ETHER = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

	function isEther(address token) internal pure returns (bool) {
		return token == ETHER || token == address(0);
	}

	function pull(address token, address from, address to, uint256 amount) internal {
		_ask(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount));
	}

	function pay(address token, address to, uint256 amount) internal {
		if (!isEther(token)) return _ask(token, abi.encodeWithSignature("transfer(address,uint256)", to, amount));
		(bool ok, ) = to.call{value: amount}("");
		require(ok, "ether was not taken");
	}

	function held(address token) internal view returns (uint256) {
		if (isEther(token)) return address(this).balance;
		(, bytes memory said) = token.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
		return abi.decode(said, (uint256));
	}

	function _ask(address token, bytes memory data) private {
		(bool ok, bytes memory said) = token.call(data);
		require(ok && (said.length == 0 || abi.decode(said, (bool))), "token was not moved");
	}
}

interface IWrapped {
	function deposit() external payable;

	function withdraw(uint256 wad) external;
}

/// Sells tokens from its own reserve. Fixed prices replace the curves of real pools.
contract Market {
	address public immutable keeper;
	/// Price of one base unit in dollars, times 1e30.
	mapping(address => uint256) public price;

	constructor() {
		keeper = msg.sender;
	}

	receive() external payable {}

	function setPrice(address token, uint256 value) external {
		require(msg.sender == keeper);
		price[token] = value;
	}

	function quote(address given, address wanted, uint256 amount) public view returns (uint256) {
		require(price[given] > 0 && price[wanted] > 0, "no such pair");
		return (amount * price[given] * 997) / (price[wanted] * 1000);
	}

	/// The caller must have sent `amount` of `given` before.
	function swap(address given, address wanted, uint256 amount, address to) external returns (uint256 out) {
		out = quote(given, wanted, amount);
		Moves.pay(wanted, to, out);
	}
}
