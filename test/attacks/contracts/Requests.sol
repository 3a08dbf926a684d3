// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

import {ICoin} from "./Coins.sol";

interface ITold {
    function told(uint256 requestId) external;
}

/// EIP-7540 vault with the cancellation of EIP-7887 and one share per asset. Every request can be claimed at
/// once.
contract AsyncVault {
    address public immutable asset;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => uint256) public claimableShares;
    mapping(address => uint256) public claimableAssets;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event OperatorSet(address indexed controller, address indexed operator, bool approved);

    constructor(address asset_) {
        asset = asset_;
    }

    modifier onlyFor(address account) {
        require(msg.sender == account || isOperator[account][msg.sender], "not allowed");
        _;
    }

    function name() external pure returns (string memory) {
        return "Patient Dai";
    }

    function symbol() external pure returns (string memory) {
        return "pDAI";
    }

    function decimals() external pure returns (uint8) {
        return 18;
    }

    function totalSupply() external pure returns (uint256) {
        return 1_000_000 ether;
    }

    function setOperator(address operator, bool approved) external returns (bool) {
        isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return true;
    }

    /// Notifies the controller if it is a contract, so that it takes part.
    function requestDeposit(uint256 assets, address controller, address owner)
        external
        onlyFor(owner)
        returns (uint256)
    {
        require(ICoin(asset).transferFrom(owner, address(this), assets), "not paid");
        claimableShares[controller] += assets;
        if (controller.code.length > 0) ITold(controller).told(0);
        return 0;
    }

    function requestRedeem(uint256 shares, address controller, address owner)
        external
        onlyFor(owner)
        returns (uint256)
    {
        move(owner, address(0), shares);
        claimableAssets[controller] += shares;
        return 0;
    }

    function deposit(uint256 assets, address receiver, address controller) external onlyFor(controller) returns (uint256) {
        claimableShares[controller] -= assets;
        move(address(0), receiver, assets);
        return assets;
    }

    function redeem(uint256 shares, address receiver, address controller) external onlyFor(controller) returns (uint256) {
        claimableAssets[controller] -= shares;
        require(ICoin(asset).transfer(receiver, shares), "not paid out");
        return shares;
    }

    function cancelDepositRequest(uint256, address controller) external onlyFor(controller) {}

    function claimCancelDepositRequest(uint256, address receiver, address controller)
        external
        onlyFor(controller)
        returns (uint256 assets)
    {
        assets = claimableShares[controller];
        claimableShares[controller] = 0;
        require(ICoin(asset).transfer(receiver, assets), "not paid out");
    }

    function move(address from, address to, uint256 value) private {
        if (from != address(0)) balanceOf[from] -= value;
        if (to != address(0)) balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
