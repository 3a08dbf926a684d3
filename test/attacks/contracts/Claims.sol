// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ICoin} from "./Coins.sol";

/// The approval functions of EIP-6909, with a gift for everyone who approves. Both simulations only show the
/// gift.
contract GenerousBook {
    ICoin public immutable gift;
    mapping(address => mapping(address => mapping(uint256 => uint256))) public allowance;
    mapping(address => mapping(address => bool)) public isOperator;

    event OperatorSet(address indexed owner, address indexed operator, bool approved);
    event Approval(address indexed owner, address indexed spender, uint256 indexed id, uint256 amount);

    constructor(ICoin gift_) {
        gift = gift_;
    }

    function approve(address spender, uint256 id, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender][id] = amount;
        emit Approval(msg.sender, spender, id, amount);
        return gift.transfer(msg.sender, 5 ether);
    }

    function setOperator(address operator, bool approved) external returns (bool) {
        isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return gift.transfer(msg.sender, 5 ether);
    }
}
