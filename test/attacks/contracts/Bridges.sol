// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./Moves.sol";

/// Pool of Across on the source chain.
contract SpokePool {
	address public immutable wrappedNativeToken;
	uint32 public numberOfDeposits;

	event FundsDeposited(
		uint32 indexed depositId,
		address indexed depositor,
		address recipient,
		address inputToken,
		uint256 inputAmount,
		uint256 indexed destinationChainId
	);

	constructor(address weth) {
		wrappedNativeToken = weth;
	}

	/// `depositV3` has too many arguments for the compiler, so they are read directly from calldata.
	fallback() external payable {
		require(
			msg.sig ==
				bytes4(
					keccak256(
						"depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)"
					)
				)
		);
		require(_word(9) >= block.timestamp, "InvalidFillDeadline");
		address inputToken = address(uint160(_word(2)));
		_take(inputToken, _word(4));
		emit FundsDeposited(
			numberOfDeposits++,
			address(uint160(_word(0))),
			address(uint160(_word(1))),
			inputToken,
			_word(4),
			_word(6)
		);
	}

	function _word(uint256 index) private pure returns (uint256) {
		return uint256(bytes32(msg.data[4 + 32 * index:]));
	}

	function _take(address inputToken, uint256 inputAmount) private {
		if (inputToken == wrappedNativeToken && msg.value > 0) {
			require(msg.value == inputAmount, "MsgValueDoesNotMatchInputAmount");
			IWrapped(wrappedNativeToken).deposit{value: msg.value}();
		} else {
			require(msg.value == 0, "MsgValueDoesNotMatchInputAmount");
			Moves.pull(inputToken, msg.sender, address(this), inputAmount);
		}
	}
}

/// Pool of Stargate v2. The message fee is paid in ether, and the excess is refunded.
contract StargatePool {
	struct SendParam {
		uint32 dstEid;
		bytes32 to;
		uint256 amountLD;
		uint256 minAmountLD;
		bytes extraOptions;
		bytes composeMsg;
		bytes oftCmd;
	}
	struct MessagingFee {
		uint256 nativeFee;
		uint256 lzTokenFee;
	}

	uint256 private constant FEE = 0.0004 ether;
	address public immutable token;
	event OFTSent(bytes32 indexed guid, uint32 dstEid, address indexed fromAddress, uint256 amountSentLD, uint256 amountReceivedLD);

	constructor(address token_) {
		token = token_;
	}

	function send(SendParam calldata param, MessagingFee calldata fee, address refund) external payable {
		_send(param, fee, refund);
	}

	function sendToken(SendParam calldata param, MessagingFee calldata fee, address refund) external payable {
		_send(param, fee, refund);
	}

	function _send(SendParam calldata param, MessagingFee calldata fee, address refund) private {
		uint256 left = msg.value;
		if (Moves.isEther(token)) left -= param.amountLD;
		else Moves.pull(token, msg.sender, address(this), param.amountLD);
		require(fee.nativeFee >= FEE && left >= fee.nativeFee, "NotEnoughNative");
		uint256 received = (param.amountLD * 9994) / 10_000;
		require(received >= param.minAmountLD, "SlippageTooHigh");
		emit OFTSent(keccak256(msg.data), param.dstEid, msg.sender, param.amountLD, received);
		if (left > FEE) Moves.pay(address(0), refund, left - FEE);
	}
}
