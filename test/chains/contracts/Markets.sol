// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

interface Traded {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Swaps one token for another at a price that anyone can change, for tests.
contract Market {
    Traded public immutable sold;
    Traded public immutable bought;
    /// Units bought for a thousand units sold.
    uint256 public rate = 500;

    constructor(Traded sold_, Traded bought_) {
        sold = sold_;
        bought = bought_;
    }

    function setRate(uint256 rate_) external {
        rate = rate_;
    }

    function swap(uint256 amount, uint256 least) external returns (uint256 out) {
        out = (amount * rate) / 1000;
        require(out >= least, "too little comes back");
        sold.transferFrom(msg.sender, address(this), amount);
        bought.transfer(msg.sender, out);
    }
}

/// Like Permit2's AllowanceTransfer: it spends its own allowances on behalf of the spenders that it approved.
contract PermitTwo {
    struct Allowed {
        uint160 amount;
        uint48 expiration;
        uint48 nonce;
    }

    mapping(address => mapping(address => mapping(address => Allowed))) public allowance;

    event Approval(
        address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration
    );

    function approve(address token, address spender, uint160 amount, uint48 expiration) external {
        Allowed storage allowed = allowance[msg.sender][token][spender];
        allowed.amount = amount;
        allowed.expiration = expiration;
        emit Approval(msg.sender, token, spender, amount, expiration);
    }

    struct Pair {
        address token;
        address spender;
    }

    function lockdown(Pair[] calldata approvals) external {
        for (uint256 at = 0; at < approvals.length; at++) {
            allowance[msg.sender][approvals[at].token][approvals[at].spender].amount = 0;
        }
    }

    function transferFrom(address from, address to, uint160 amount, address token) external {
        Allowed storage allowed = allowance[from][token][msg.sender];
        require(block.timestamp <= allowed.expiration, "expired");
        require(allowed.amount >= amount, "not allowed");
        if (allowed.amount != type(uint160).max) allowed.amount -= amount;
        Traded(token).transferFrom(from, to, amount);
    }
}

/// Like a Chainlink feed for LINK: 20 dollars, updated in the current block.
contract LinkFeed {
    uint8 public constant decimals = 8;
    string public constant description = "LINK / USD";

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, 20e8, block.timestamp, block.timestamp, 1);
    }
}
