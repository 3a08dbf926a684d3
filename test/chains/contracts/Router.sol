// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Token {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Buys one token for ETH at a fixed rate. It needs an allowance for the token first.
contract Router {
    /// Units of the token (18 decimals) that buy one unit of ETH.
    uint256 public constant RATE = 2000;
    address public immutable token;

    event Swapped(address indexed account, address indexed tokenIn, uint256 amountIn, uint256 amountOut);

    error UnknownToken(address token);
    error TooLittle(uint256 amountOut, uint256 minOut);
    error TransferFailed();
    error PaymentFailed();

    constructor(address token_) payable {
        token = token_;
    }

    function swap(address tokenIn, uint256 amountIn, uint256 minOut) external returns (uint256 amountOut) {
        if (tokenIn != token) revert UnknownToken(tokenIn);
        amountOut = amountIn / RATE;
        if (amountOut < minOut) revert TooLittle(amountOut, minOut);
        if (!Token(tokenIn).transferFrom(msg.sender, address(this), amountIn)) revert TransferFailed();
        emit Swapped(msg.sender, tokenIn, amountIn, amountOut);
        (bool paid,) = msg.sender.call{value: amountOut}("");
        if (!paid) revert PaymentFailed();
    }

    receive() external payable {}
}
