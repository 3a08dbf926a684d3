// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ICoin, Items} from "./Coins.sol";

interface IPermit2 {
    function transferFrom(address from, address to, uint160 amount, address token) external;
}

/**
 * Liquidity positions as NFTs that are changed by a list of actions, like Uniswap v4's position manager. One
 * unit of liquidity is one unit of each token. Separate actions settle what the caller owes and take what is
 * due to them.
 */
contract ActionItems is Items {
    struct Held {
        address token0;
        address token1;
        uint256 liquidity;
    }

    IPermit2 private constant PERMIT2 = IPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);

    uint256 public nextTokenId = 9_001;
    mapping(uint256 => Held) private held;
    mapping(address => int256) private delta;

    /// Hook of a position's pool, and the amount that it takes from the caller if the position is changed
    /// without liquidity or burned.
    mapping(uint256 => address) private hook;
    mapping(uint256 => uint256) private toll;

    receive() external payable {}

    function demand(uint256 tokenId, address by, uint256 amount) external {
        hook[tokenId] = by;
        toll[tokenId] = amount;
    }

    struct PoolKey {
        address currency0;
        address currency1;
        uint24 fee;
        int24 tickSpacing;
        address hooks;
    }

    function getPoolAndPositionInfo(uint256 tokenId) external view returns (PoolKey memory poolKey, uint256 info) {
        if (holder[tokenId] == address(0)) return (poolKey, info);
        Held storage position = held[tokenId];
        poolKey = PoolKey(position.token0, position.token1, 3_000, 60, hook[tokenId]);
        info = 1;
    }

    function fill(uint256 tokenId, address token0, address token1, uint256 liquidity) external {
        require(held[tokenId].token0 == address(0) && held[tokenId].token1 == address(0), "filled already");
        held[tokenId] = Held(token0, token1, liquidity);
    }

    function modifyLiquidities(bytes calldata unlockData, uint256 deadline) external payable {
        require(block.timestamp <= deadline, "DeadlinePassed");
        (bytes memory actions, bytes[] memory params) = abi.decode(unlockData, (bytes, bytes[]));
        for (uint256 index; index < actions.length; index += 1) run(uint8(actions[index]), params[index]);
    }

    function multicall(bytes[] calldata data) external payable {
        for (uint256 index; index < data.length; index += 1) {
            (bool ok,) = address(this).delegatecall(data[index]);
            require(ok, "the call inside failed");
        }
    }

    function run(uint8 action, bytes memory params) private {
        if (action <= 0x03) return modify(action, params);
        if (action == 0x0b) {
            (address token, uint256 amount, bool byUser) = abi.decode(params, (address, uint256, bool));
            settle(token, byUser ? msg.sender : address(this), amount == 0 ? debt(token) : amount);
        } else if (action == 0x0d) {
            (address token0, address token1) = abi.decode(params, (address, address));
            settle(token0, msg.sender, debt(token0));
            settle(token1, msg.sender, debt(token1));
        } else if (action == 0x0e) {
            (address token, address to, uint256 amount) = abi.decode(params, (address, address, uint256));
            take(token, to, amount == 0 ? credit(token) : amount);
        } else if (action == 0x11) {
            (address token0, address token1, address to) = abi.decode(params, (address, address, address));
            take(token0, to, credit(token0));
            take(token1, to, credit(token1));
        } else if (action == 0x12) {
            address token = abi.decode(params, (address));
            if (delta[token] < 0) settle(token, msg.sender, debt(token));
            else take(token, msg.sender, credit(token));
        } else if (action == 0x13) {
            (address token, uint256 most) = abi.decode(params, (address, uint256));
            if (credit(token) <= most) delta[token] = 0;
            else take(token, msg.sender, credit(token));
        } else if (action == 0x14) {
            (address token, address to) = abi.decode(params, (address, address));
            pay(token, to, token == address(0) ? address(this).balance : ICoin(token).balanceOf(address(this)));
        } else {
            revert("UnsupportedAction");
        }
    }

    function modify(uint8 action, bytes memory params) private {
        if (action == 0x02) return open(params);
        (uint256 tokenId, uint256 liquidity) = abi.decode(params, (uint256, uint256));
        require(mayUse(msg.sender, tokenId), "NotApproved");
        Held storage position = held[tokenId];
        if (action == 0x03) liquidity = position.liquidity;
        int256 change = action == 0x00 ? -int256(liquidity) : int256(liquidity);
        position.liquidity = uint256(int256(position.liquidity) - change);
        if (action == 0x00 && liquidity == 0) change = -int256(toll[tokenId]);
        if (action == 0x03) change -= int256(toll[tokenId]);
        delta[position.token0] += change;
        delta[position.token1] += change;
        if (action != 0x03) return;
        address owner = holder[tokenId];
        delete holder[tokenId];
        balanceOf[owner] -= 1;
        emit Transfer(owner, address(0), tokenId);
    }

    function open(bytes memory params) private {
        // Before the hook data: the five words of the pool key, two ticks, the liquidity, two limits, the
        // owner.
        uint256[11] memory words = abi.decode(params, (uint256[11]));
        (address token0, address token1) = (address(uint160(words[0])), address(uint160(words[1])));
        (uint256 liquidity, address owner) = (words[7], address(uint160(words[10])));
        uint256 tokenId = nextTokenId++;
        this.give(owner == address(1) ? msg.sender : owner, tokenId);
        held[tokenId] = Held(token0, token1, liquidity);
        delta[token0] -= int256(liquidity);
        delta[token1] -= int256(liquidity);
    }

    function debt(address token) private view returns (uint256) {
        return delta[token] < 0 ? uint256(-delta[token]) : 0;
    }

    function credit(address token) private view returns (uint256) {
        return delta[token] > 0 ? uint256(delta[token]) : 0;
    }

    function settle(address token, address payer, uint256 amount) private {
        delta[token] += int256(amount);
        if (token != address(0) && payer != address(this) && amount > 0) {
            PERMIT2.transferFrom(payer, address(pool), uint160(amount), token);
        } else if (amount > 0) {
            pay(token, address(pool), amount);
        }
    }

    function take(address token, address to, uint256 amount) private {
        delta[token] -= int256(amount);
        pool.pay(token, to == address(1) ? msg.sender : to == address(2) ? address(this) : to, amount);
    }

    function pay(address token, address to, uint256 amount) private {
        address receiver = to == address(1) ? msg.sender : to;
        if (token != address(0)) require(ICoin(token).transfer(receiver, amount), "not paid");
        else {
            (bool ok,) = receiver.call{value: amount}("");
            require(ok, "ether was not taken");
        }
    }

    Pool public pool;

    /// Called once by the setup.
    function open() external {
        pool = new Pool(address(this));
    }
}

/// Holds the tokens of all positions.
contract Pool {
    address private immutable manager;

    constructor(address manager_) {
        manager = manager_;
    }

    receive() external payable {}

    function pay(address token, address to, uint256 amount) external {
        require(msg.sender == manager, "the manager alone");
        if (token != address(0)) require(ICoin(token).transfer(to, amount), "not paid");
        else {
            (bool ok,) = to.call{value: amount}("");
            require(ok, "ether was not taken");
        }
    }
}
