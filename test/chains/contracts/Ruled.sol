// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// An EIP-173 contract that can also change its owner without an event.
contract Strongbox {
    address public owner;
    address private immutable thief;
    uint256 public counted;

    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    constructor(address owner_, address thief_) {
        owner = owner_;
        thief = thief_;
    }

    function count() external {
        counted += 1;
    }

    function transferOwnership(address to) external {
        require(msg.sender == owner, "not the owner");
        emit OwnershipTransferred(owner, to);
        owner = to;
    }

    /// Transfers itself to the thief when its owner calls.
    function collect() external {
        counted += 1;
        if (msg.sender == owner) owner = thief;
    }

    receive() external payable {}
}

/// A multisig like Safe with a threshold of one, whose owners call it directly instead of signing.
contract SmallSafe {
    address[] private owners;

    event AddedOwner(address indexed owner);
    event ExecutionSuccess(bytes32 indexed txHash, uint256 payment);

    constructor(address[] memory owners_) payable {
        owners = owners_;
    }

    function getOwners() external view returns (address[] memory) {
        return owners;
    }

    function addOwnerWithThreshold(address owner, uint256) external {
        require(msg.sender == address(this), "only through execTransaction");
        owners.push(owner);
        emit AddedOwner(owner);
    }

    function execTransaction(
        address to,
        uint256 value,
        bytes calldata data,
        uint8 operation,
        uint256,
        uint256,
        uint256,
        address,
        address payable,
        bytes calldata
    ) external payable returns (bool success) {
        require(isOwner(msg.sender), "not an owner");
        (success,) = operation == 1 ? to.delegatecall(data) : to.call{value: value}(data);
        require(success, "the call inside failed");
        emit ExecutionSuccess(keccak256(data), 0);
    }

    function isOwner(address who) private view returns (bool) {
        for (uint256 index = 0; index < owners.length; index += 1) if (owners[index] == who) return true;
        return false;
    }

    receive() external payable {}
}

/// Replaces the owners without an event when a SmallSafe runs it by delegatecall.
contract TakeOver {
    address[] private owners;

    function migrate(address to) external {
        delete owners;
        owners.push(to);
    }
}
